"""What a sensible model would answer, made from the request alone: for demos, for load, and for tests of whole turns.

It reads a few words of what is asked, repeats the drafts that it is given with their references, and never states a
number of its own.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from tests.vendor.answers import Answer, Wanted, calls, decides, says
from tests.vendor.incoming import Request, text_of
from tests.vendor.sensible_reading import planned

_DRAFT: Final = re.compile(
    r"^(?:data_science|domain_expert|health_coach|investigator), asked “.*?” \((\w+)\):\n", re.MULTILINE | re.DOTALL
)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
_VAGUE: Final = re.compile(r"\b(?:how am i doing|anything (?:unusual|i should know)|what stands out)\b", re.IGNORECASE)
_SMALL_TALK: Final = re.compile(r"^\W*(?:thanks|thank you|hello|hi|hey|bye|who are you)\b", re.IGNORECASE)
_ADVICE: Final = re.compile(r"\b(?:should i|help me|how (?:can|do) i|what can i do|i want to)\b", re.IGNORECASE)
_MEANING: Final = re.compile(r"\b(?:normal|healthy|good for|mean|why)\b", re.IGNORECASE)
_MEDICAL: Final = re.compile(r"\b(?:arthritis|asthma|diabetes|blood pressure|pregnant|medicine|safe)\b", re.IGNORECASE)
_RECORDS: Final = re.compile(
    r"\b(?:my|given my|based on)\b.*\b(?:data|records|heart rate|steps|hrv|sleep)\b", re.IGNORECASE
)
_POINTS_BACK: Final = re.compile(r"^and\b|\b(?:that|it)\b", re.IGNORECASE)
_SAID: Final = re.compile(r"^user: (.*)$", re.MULTILINE)
_GOAL: Final = re.compile(r"\bmy goal is to ([^.!?]+)", re.IGNORECASE)
_DIET: Final = re.compile(r"\bi(?:'m| am) (?:a )?(vegetarian|vegan)\b", re.IGNORECASE)
_FOUND: Final = re.compile(r"^id: (\S+)\nsource: .*\ntext: (.+)$", re.MULTILINE)
_LISTED: Final = re.compile(r"^- (\S+?):", re.MULTILINE)
_CANDIDATE: Final = re.compile(r"^- (\S+) (\w+) \(usual\): ", re.MULTILINE)
_RETURNED: Final = re.compile(r"^- (\w+) = ", re.MULTILINE)
_REFERENCE: Final = re.compile(r"\{\{[^{}]*\}\}")
_PRIOR: Final = re.compile(r"^- (\S+): .*?; mechanism: (.*?);", re.MULTILINE)


def fenced(request: Request, name: str) -> str:
    """The first text of that name in the data; empty where there is none."""
    found = re.search(rf'<data name="{name}">\n(.*?)\n</data>', request.data, re.DOTALL)
    return found[1] if found and found[1] != "(none)" else ""


def _vagueness(request: Request) -> Answer:
    return decides({"vagueness": "high" if _VAGUE.search(fenced(request, "question")) else "low"})


def _router(request: Request) -> Answer:
    """By the words of the message, of those before it where it points to them, and by who asked something last."""
    question, history = _standing_alone(request), fenced(request, "history")
    has_records = bool(_RECORDS.search(question))
    data, expert, coach = "Data Science Agent", "Domain Expert Agent", "Health Coach Agent"
    main, supporting = expert, [data] if has_records else []
    if _VAGUE.search(question) or _SMALL_TALK.search(fenced(request, "question")):
        main, supporting = "", []
    elif _ADVICE.search(question) or (_asked_back(history) and "?" not in question):
        main, supporting = coach, [*supporting, *([expert] if _MEDICAL.search(question) else [])]
    elif has_records and not _MEANING.search(question):
        main, supporting = data, []
    return decides(
        {
            "main_agent": main,
            "supporting_agents": supporting,
            "collaboration_workflow": "Those who support are heard first." if supporting else "One answers.",
            "vague": bool(_VAGUE.search(question)),
        }
    )


def _asked_back(history: str) -> bool:
    """Whether Amy's last words ask something; below them may stand sources."""
    return "?" in history.rpartition("\nassistant: ")[2].partition("\nSources:")[0]


def _standing_alone(request: Request) -> str:
    """The message, behind the one before it where it points to that."""
    question = fenced(request, "question")
    before = _SAID.findall(fenced(request, "history"))[-1:] if _POINTS_BACK.search(question) else []
    return " ".join((*before, question))


def _rephrase(request: Request) -> Answer:
    question = _standing_alone(request)
    is_heard = re.search(r"^Who supports: .*Domain Expert Agent", request.data, re.MULTILINE)
    supporting = [{"agent": "Domain Expert Agent", "question": question}] if is_heard else []
    leads = re.search(r"^Who leads: Domain Expert Agent", request.data, re.MULTILINE)
    main = question if leads else fenced(request, "question")
    return decides({"main_agent_question": main, "supporting_agent_questions": supporting})


def _reflection(_: Request) -> Answer:
    return decides({"decision": "NO", "reflection_questions": []})


def _synthesis(request: Request) -> Answer:
    """The draft of the lead as it is; else what is to be said where the lead has nothing, or nothing was confirmed."""
    _, *rest = _DRAFT.split(fenced(request, "draft"))
    status, draft = rest[:2] if rest else ("", "")
    has_numbers = not _REFERENCE.search(draft) or fenced(request, "facts")
    told = draft.strip() if status == "answered" and draft.strip() != "nothing" and has_numbers else ""
    return says(told or fenced(request, "instead") or "I found nothing on that which I could confirm.")


def _fallback(request: Request) -> Answer:
    if "thank" in fenced(request, "question").casefold():
        return says("You're welcome. Ask me anything about your records whenever you like.")
    return says("Hello, I'm Amy. I look into your records, and tell you what is known about health.")


def _rewrite(_: Request) -> Answer:
    """Nothing: without its number a sentence says little."""
    return says("")


def _memory(request: Request) -> Answer:
    said, kept = fenced(request, "question"), []
    if found := _GOAL.search(said):
        kept.append({"kind": "goal", "text": f"Wants to {found[1]}.", "subject": "goal", "confidence": 0.9})
    if found := _DIET.search(said):
        kept.append({"kind": "preference", "text": f"Is {found[1]}.", "subject": "diet", "confidence": 0.9})
    return decides({"memories": kept})


def _plan(request: Request) -> Answer:
    message, history = fenced(request, "message"), fenced(request, "history")
    if _POINTS_BACK.search(message):
        message = f"{history.rpartition('- ')[2]} {message}"
    return decides(planned(message, fenced(request, "catalogue"), request.data))


def _code(request: Request) -> Answer:
    """How many days there are, and how strongly the first two columns of numbers go together."""
    del request
    lines = (
        'columns = summary_df.select_dtypes("number").dropna(axis=1, how="all")',
        "pairs = columns.iloc[:, :2].dropna()",
        'together = float(pairs.iloc[:, 0].corr(pairs.iloc[:, 1], method="spearman"))',
        'return {"n": int(len(pairs)), "together": together}',
    )
    return decides({"code": "\n".join(lines)})


def _debug(_: Request) -> Answer:
    return decides({"code": 'return {"n": int(len(summary_df))}'})


def _findings(request: Request) -> Answer:
    names = _RETURNED.findall(fenced(request, "returned"))
    numbers = [{"name": name, "unit": ""} for name in names]
    return decides({"findings": [{"claim": "The days on record were held against each other", "numbers": numbers}]})


def _summary(request: Request) -> Answer:
    named = list(dict.fromkeys(_REFERENCE.findall(fenced(request, "findings"))))
    return decides({"text": f"That comes to {' and '.join(named)}."})


def _react(request: Request) -> Answer:
    """Looks the question up once, then says what the first passage that was found begins with."""
    question = fenced(request, "question")
    if len(request.messages) == 1:
        query = re.sub(r"\d+", "", question)[:300]
        return calls(
            Wanted(name="knowledge_search", input={"query": query}), text="I look up what is known about this."
        )
    shown = "\n".join(
        text_of(block["content"])
        for message in request.messages
        if not isinstance(message["content"], str)
        for block in message["content"]
        if block["type"] == "tool_result"
    )
    statements = [{"text": _beginning(text), "rests_on": [name]} for name, text in _FOUND.findall(shown)[:1]]
    own = _LISTED.findall(fenced(request, "numbers"))[:1]
    statements += [{"text": f"For you it is {{{{{claim}}}}}.", "rests_on": []} for claim in own if statements]
    return calls(Wanted(name="answer", input={"statements": statements}), text="What was found answers the question.")


def _critic(_: Request) -> Answer:
    return decides({"decision": "accept", "concerns": [], "rationale": "Nothing that was measured speaks against it."})


def _assessment(request: Request) -> Answer:
    found = _PRIOR.search(fenced(request, "literature"))
    name, mechanism = found.groups() if found else ("", "No established mechanism known.")
    novelty, cited = ("established", [name]) if found else ("user_specific", [])
    return decides({"mechanism": mechanism, "novelty": novelty, "strategy": None, "citations": cited})


def _hypotheses(request: Request) -> Answer:
    """What is usually looked at."""
    chosen = [
        {"id": name, "kind": kind, "feature": "", "target": "", "lag_days": 0, "rationale": "It is worth a look."}
        for name, kind in _CANDIDATE.findall(fenced(request, "candidates"))
    ]
    return decides({"hypotheses": chosen})


def _briefing(request: Request) -> Answer:
    return says(fenced(request, "draft"))


def _recommend_gate(request: Request) -> Answer:
    """One question, then the first of the steps."""
    [asked] = re.findall(r"^Questions asked since the last step: (\d+)$", request.data, re.MULTILINE)
    [pending] = re.findall(r"^A step is open: (yes|no)$", request.data, re.MULTILINE)
    agrees = pending == "yes" and re.match(r"\W*(?:yes|ok|sure)\b", fenced(request, "message"), re.IGNORECASE)
    steps = _LISTED.findall(request.data.partition("Steps to choose from:")[2])
    recommends = bool(steps) and asked != "0"
    return decides(
        {
            "verdict": "YESREC" if recommends else "NOREC",
            "missing": "none" if recommends else "why",
            "strategy": steps[0] if recommends else "",
            "answer": "yes" if agrees else "none",
        }
    )


def _coach(request: Request) -> Answer:
    return says(fenced(request, "answer"))


def _finish_gate(request: Request) -> Answer:
    is_end = re.search(r"\b(?:bye|that is all|that's all)\b", fenced(request, "message"), re.IGNORECASE)
    return decides({"decision": "FINISH" if is_end else "CONTINUE"})


def _beginning(text: str) -> str:
    return _SENTENCE.split(text)[0]


AUTOMATIC: Final[Mapping[str, Callable[[Request], Answer]]] = {
    "vagueness": _vagueness,
    "router": _router,
    "rephrase": _rephrase,
    "reflection": _reflection,
    "synthesis": _synthesis,
    "fallback": _fallback,
    "rewrite": _rewrite,
    "memory": _memory,
    "plan": _plan,
    "code": _code,
    "debug": _debug,
    "findings": _findings,
    "summary": _summary,
    "react": _react,
    "critic": _critic,
    "assessment": _assessment,
    "hypotheses": _hypotheses,
    "briefing": _briefing,
    "recommend_gate": _recommend_gate,
    "coach": _coach,
    "finish_gate": _finish_gate,
}
"""For the `automatic` of a script: one for each prompt of the services."""
