"""A running domain expert that keeps documents, called as its peers call it."""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from amy.api.common.v1 import common_pb2 as common
from amy.api.domain_expert.v1 import domain_expert_pb2 as pb
from amy.api.domain_expert.v1.domain_expert_pb2_grpc import DomainExpertServiceStub
from amy.runtime.channel import connect
from amy.runtime.errors import DocumentNotFoundError, InvalidFieldError, UnprocessableError
from services.domain_expert.__main__ import SERVICE
from services.domain_expert.app import NOTHING_IN_DOCUMENTS
from services.domain_expert.domain.documents.document import MAX_DOCUMENTS, MAX_TEXT_BYTES
from tests.unit.domain_expert.documents.own_documents import LETTER, PLAN

if TYPE_CHECKING:
    from amy.api.domain_expert.v1.domain_expert_pb2_grpc import DomainExpertServiceAsyncStub

pytestmark = pytest.mark.asyncio(loop_scope="module")
USERS = ("anna", "ben")
ASKED = "When should I repeat the ferritin test according to my letter?"


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["sqlite", "postgresql"])
async def running(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator["DomainExpertServiceAsyncStub"]:
    """A stub of one service for all tests on SQLite, and of one for all on PostgreSQL: it is slow to start."""
    url = f"sqlite:///{tmp_path_factory.mktemp('expert') / 'test.db'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("new_postgres_url")()
    stop = asyncio.Event()
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    env = {"AMY_DOMAIN_EXPERT_DATABASE_URL": url, "AMY_DOMAIN_EXPERT_DRAIN_S": "1"}
    serving = asyncio.ensure_future(SERVICE.run(env, address.set_result, stop))
    try:
        serving.add_done_callback(lambda _: address.done() or address.cancel())
        service = pb.DESCRIPTOR.services_by_name["DomainExpertService"]
        async with connect(await asyncio.wait_for(address, 60), service=service) as channel:
            yield DomainExpertServiceStub(channel)
    finally:
        stop.set()
        await asyncio.wait_for(serving, 60)


@pytest_asyncio.fixture(loop_scope="module")
async def expert(running: "DomainExpertServiceAsyncStub") -> AsyncIterator["DomainExpertServiceAsyncStub"]:
    """That service, with nobody's documents."""
    yield running
    for user in USERS:
        await running.EraseUser(pb.EraseUserRequest(user_id=user), timeout=60)


async def put(
    expert: "DomainExpertServiceAsyncStub",
    text: str = LETTER,
    *,
    user: str = "anna",
    title: str = "Letter of 3 March",
    media_type: "pb.MediaType.ValueType" = pb.MEDIA_TYPE_PLAIN,
) -> pb.Document:
    request = pb.CreateDocumentRequest(user_id=user, title=title, text=text, media_type=media_type)
    return (await expert.CreateDocument(request, timeout=60)).document


async def ask(
    expert: "DomainExpertServiceAsyncStub", question: str = ASKED, *, user: str = "anna", history: tuple[str, ...] = ()
) -> pb.ConsultCompleted:
    said = [common.Message(role=common.ROLE_USER, content=each) for each in history]
    request = pb.ConsultRequest(user_id=user, question=question, history=said)
    responses = [response async for response in expert.Consult(request, timeout=60)]
    assert responses[-1].WhichOneof("event") == "completed"
    return responses[-1].completed


async def titles(expert: "DomainExpertServiceAsyncStub", *, user: str = "anna") -> list[str]:
    found = await expert.ListDocuments(pb.ListDocumentsRequest(user_id=user), timeout=60)
    return [document.title for document in found.documents]


async def test_a_document_answers_until_it_is_deleted_and_only_its_owner(
    expert: "DomainExpertServiceAsyncStub",
) -> None:
    kept = await put(expert)
    assert kept.id.startswith("doc_")
    assert (kept.title, kept.media_type) == ("Letter of 3 March", pb.MEDIA_TYPE_PLAIN)
    assert kept.size_bytes == len(LETTER.encode())
    told = await ask(expert)
    assert told.status == pb.STATUS_ANSWERED
    said = "Please come back for a repeat ferritin test in the second week of June"
    assert told.draft.startswith(f"Your document “Letter of 3 March” says: “{said}” [1]")
    first = told.citations[0]
    assert (first.title, first.publisher, first.url) == ("Letter of 3 March", "your own document", "")
    assert first.document_id == kept.id
    assert said in first.text
    assert [each.document_id for each in told.citations[1:]] == [""] * (len(told.citations) - 1)
    other = await ask(expert, user="ben")
    assert (other.status, other.draft) == (pb.STATUS_DECLINED, NOTHING_IN_DOCUMENTS)
    await expert.DeleteDocument(pb.DeleteDocumentRequest(user_id="anna", document_id=kept.id), timeout=60)
    after = await ask(expert)
    assert (after.status, after.draft) == (pb.STATUS_DECLINED, NOTHING_IN_DOCUMENTS)


async def test_what_is_known_in_general_is_told_the_same_beside_documents_that_do_not_answer(
    expert: "DomainExpertServiceAsyncStub",
) -> None:
    question = "What is a normal resting heart rate?"
    before = await ask(expert, question)
    await put(expert)
    await put(expert, PLAN, title="Running plan", media_type=pb.MEDIA_TYPE_MARKDOWN)
    assert before.status == pb.STATUS_ANSWERED
    assert await ask(expert, question) == before


async def test_a_document_that_answers_unasked_comes_after_what_is_known_in_general(
    expert: "DomainExpertServiceAsyncStub",
) -> None:
    await put(expert, "The iron in your ferritin store is low: ferritin was 18 ug/L and iron 7.", title="Lab")
    told = await ask(expert, "What do ferritin and iron tell?")
    assert "Your document “Lab” says: “The iron in your ferritin store is low: ferritin was 18 ug/L" in told.draft
    assert not told.draft.startswith("Your document")


async def test_a_follow_up_looks_into_documents_with_what_it_follows_on(
    expert: "DomainExpertServiceAsyncStub",
) -> None:
    await put(expert)
    told = await ask(expert, "and the nodule?", history=("What does my letter say about the thyroid ultrasound?",))
    assert "small nodule of 6 mm" in told.draft


async def test_documents_are_listed_newest_first_page_by_page(expert: "DomainExpertServiceAsyncStub") -> None:
    for number in range(5):
        await put(expert, title=f"Letter {number}")
    await put(expert, user="ben", title="His")
    first = await expert.ListDocuments(pb.ListDocumentsRequest(user_id="anna", page_size=3), timeout=60)
    rest = pb.ListDocumentsRequest(user_id="anna", page_size=3, page_token=first.next_page_token)
    second = await expert.ListDocuments(rest, timeout=60)
    listed = [document.title for document in (*first.documents, *second.documents)]
    assert listed == ["Letter 4", "Letter 3", "Letter 2", "Letter 1", "Letter 0"]
    assert (bool(first.next_page_token), second.next_page_token) == (True, "")


async def test_another_users_document_is_neither_seen_nor_deleted(expert: "DomainExpertServiceAsyncStub") -> None:
    hers = await put(expert)
    with pytest.raises(DocumentNotFoundError):
        await expert.DeleteDocument(pb.DeleteDocumentRequest(user_id="ben", document_id=hers.id), timeout=60)
    assert await titles(expert, user="ben") == []
    assert await titles(expert) == ["Letter of 3 March"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"user_id": ""}, "user_id"),
        ({"title": ""}, "title"),
        ({"title": " \n "}, "title"),
        ({"title": "x" * 201}, "title"),
        ({"title": "a\0b"}, "title"),
        ({"text": ""}, "text"),
        ({"text": " \n\t"}, "text"),
        ({"text": "a\0b"}, "text"),
        ({"text": "x" * (MAX_TEXT_BYTES + 1)}, "text"),
        ({"text": "ä" * (MAX_TEXT_BYTES // 2 + 1)}, "text"),
        ({"media_type": pb.MEDIA_TYPE_UNSPECIFIED}, "media_type"),
    ],
)
async def test_what_is_no_document_is_refused_by_field(
    expert: "DomainExpertServiceAsyncStub", fields: dict[str, str], field: str
) -> None:
    request = pb.CreateDocumentRequest(user_id="anna", title="t", text="Some text.", media_type=pb.MEDIA_TYPE_PLAIN)
    changed = pb.CreateDocumentRequest(
        **{name: getattr(request, name) for name in request.DESCRIPTOR.fields_by_name} | fields
    )
    with pytest.raises(InvalidFieldError) as refused:
        await expert.CreateDocument(changed, timeout=60)
    assert refused.value.metadata == {"field": field}
    assert await titles(expert) == []


async def test_a_text_without_a_word_is_unprocessable(expert: "DomainExpertServiceAsyncStub") -> None:
    with pytest.raises(UnprocessableError, match="no word"):
        await put(expert, "--- ... ***")


async def test_the_longest_text_is_kept(expert: "DomainExpertServiceAsyncStub") -> None:
    text = ("Nothing of note. " * (MAX_TEXT_BYTES // 17 + 1))[: MAX_TEXT_BYTES - 30] + ". The quokka index was 12."
    assert (await put(expert, text, title="Book")).size_bytes == len(text)
    told = await ask(expert, "What does my document say about the quokka index?")
    assert "“The quokka index was 12”" in told.draft


async def test_the_longest_question_looks_into_documents_as_well(expert: "DomainExpertServiceAsyncStub") -> None:
    await put(expert)
    words = " ".join(f"w{number}" for number in range(1000))[:3900]
    told = await ask(expert, f"What does my letter say about the thyroid nodule? {words}")
    assert told.status in (pb.STATUS_ANSWERED, pb.STATUS_DECLINED)
    assert "cannot be read" not in told.draft


async def test_a_person_has_at_most_200_documents(expert: "DomainExpertServiceAsyncStub") -> None:
    kept = [await put(expert, "Short note.") for _ in range(MAX_DOCUMENTS)]
    with pytest.raises(UnprocessableError, match="200 documents"):
        await put(expert, "One more.")
    await put(expert, "One more.", user="ben")
    await expert.DeleteDocument(pb.DeleteDocumentRequest(user_id="anna", document_id=kept[0].id), timeout=60)
    await put(expert, "One more.")


@pytest.mark.parametrize(("size", "token", "field"), [(-1, "", "limit"), (101, "", "limit"), (0, "x", "cursor")])
async def test_a_page_that_cannot_be_is_refused(
    expert: "DomainExpertServiceAsyncStub", size: int, token: str, field: str
) -> None:
    with pytest.raises(InvalidFieldError) as refused:
        await expert.ListDocuments(
            pb.ListDocumentsRequest(user_id="anna", page_size=size, page_token=token), timeout=60
        )
    assert refused.value.metadata == {"field": field}


async def test_everything_of_a_person_is_erased_and_nothing_of_another(expert: "DomainExpertServiceAsyncStub") -> None:
    await put(expert)
    await put(expert, PLAN)
    await put(expert, user="ben")
    assert (await expert.EraseUser(pb.EraseUserRequest(user_id="anna"), timeout=60)).documents == 2
    assert (await expert.EraseUser(pb.EraseUserRequest(user_id="anna"), timeout=60)).documents == 0
    for user, left in (("anna", 0), ("ben", 1)):
        listed = await expert.ListDocuments(pb.ListDocumentsRequest(user_id=user), timeout=60)
        assert len(listed.documents) == left
    with pytest.raises(InvalidFieldError):
        await expert.EraseUser(pb.EraseUserRequest(), timeout=60)
