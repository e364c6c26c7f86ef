"""`make knowledge`: builds the knowledge file that the domain expert ships from its Markdown."""

from services.domain_expert.adapters.knowledge_file import FOLDER, SHIPPED, KnowledgeFile, build


def main() -> None:
    version = build(FOLDER, SHIPPED)
    passages = KnowledgeFile(SHIPPED).passages
    print(f"{len(passages)} passages, {sum(len(each.text.split()) for each in passages)} words, version {version}")


if __name__ == "__main__":
    main()
