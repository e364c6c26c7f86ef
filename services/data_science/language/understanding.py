"""From messages to questions: each sentence read whole, in the light of those before it, or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from amy.spelling import mended
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Budget, Chart, Edge, Grammar
from services.data_science.language.grammar import quantities
from services.data_science.language.grammar.discourse import Discourse
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.goal_references import in_its_time
from services.data_science.language.grammar.goals import after_goal
from services.data_science.language.grammar.leaning import (
    ASKING,
    going_on,
    in_its_window,
    in_order,
    is_brief,
    of_other_kinds,
)
from services.data_science.language.grammar.questions.modified import ModifiedQuestions
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.grammar.references import lacks_its_record, missing_in
from services.data_science.language.grammar.rule_sets import rule_sets
from services.data_science.language.grammar.time import calendar_words
from services.data_science.language.heeding import meant_by, suspects
from services.data_science.language.joining import CLAUSE_STARTS, POLAR_WORDS, breaks, is_fronted, joined, says_more_of
from services.data_science.language.phrases import Fragment, Goal, Kind
from services.data_science.language.resolving.noted import notes_of_parts
from services.data_science.language.resolving.readings import Problem, Reading
from services.data_science.language.resolving.resolver import Resolver
from services.data_science.language.resolving.told_already import is_echo
from services.data_science.language.rewording.rewording import Rewording
from services.data_science.language.rewording.slots import words_of
from services.data_science.language.single_words import LEADING, LOOSE, is_number, leans, says_more
from services.data_science.language.text.asides import with_topics, without_asides, without_remarks
from services.data_science.language.text.beliefs import asked
from services.data_science.language.text.courtesies import without_courtesies
from services.data_science.language.text.each_apart import each_apart
from services.data_science.language.text.literal import as_in_english
from services.data_science.language.text.spoken import plainly
from services.data_science.language.text.telegrams import restored
from services.data_science.language.text.tokens import MOST_WORDS, sentences
from services.data_science.language.vocabulary import (
    UNITS,
    Vocabulary,
    filler,
    no_slips,
    passed_over,
    unrecorded,
)
from services.data_science.language.wanted import (
    HABIT,
    as_choice,
    as_yes_or_no,
    asks_otherwise,
    ever,
    may_mean,
    tells_otherwise,
    tense_of,
    tense_of_what_was_told,
    with_tense,
)

if TYPE_CHECKING:
    from services.data_science.domain.algebra import Question

_GOALS = ("question", "fragment")
"""What a sentence is read as; a fragment is of use where something was asked before."""
_PLACE = ("it", "at")
"""What a question for a place ends with: "which gym was it at"."""
_MOST_WEIGHTY = 3
"""So many words may be left out in turn to see whether they are used, since each takes a rewording."""
_LOST = "I did not understand what you asked before that"
_OF_A_SPAN = frozenset({"been", "target", "goal", "total", "altogether"})
"""What "have I" is said with of a whole span, and not of one day of it."""
_INVERTED = "is"
"""What a statement begins with that is asked as a question: it says nothing of when."""


@dataclass(frozen=True, kw_only=True)
class NotRead:
    """A sentence that was not understood.

    Attributes:
        words: those that no reading could use; empty where each is known and their order is not.
        because: why it cannot be computed, where it was understood.
        missing: whether other words for it would ask something else, because what it measures is not on record.
        noted: whether it is for the person to note.
    """

    words: tuple[str, ...] = ()
    because: str = ""
    missing: bool = False
    noted: bool = False
    sentence: str = ""


@dataclass(frozen=True, kw_only=True)
class _Parsed:
    """A sentence of which every word is known, or the first part of one.

    Attributes:
        said: the sentence as it was said.
        words: with slips mended.
        edges: what they mean by themselves.
        chart: of the sentence, those behind the part included.
    """

    said: str
    words: tuple[str, ...]
    edges: tuple[Edge, ...]
    chart: Chart

    def up_to(self, end: int) -> "_Parsed":
        edges = tuple(edge for edge in self.edges if edge.end <= end)
        return replace(self, words=self.words[:end], edges=edges)


class Reader:
    """Reads what one person asks."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.vocabulary = Vocabulary(catalogue)
        self._rewording = Rewording(self.vocabulary)
        self._builder = Builder(self.vocabulary)
        frames = FrameRules(self._builder)
        questions = ModifiedQuestions(self._builder, frames)
        self._discourse = Discourse(self._builder, frames, questions)
        sets = rule_sets(self._builder, frames, questions, self._discourse)
        self._grammar = Grammar((rule for rule_set in sets for rule in rule_set.rules()), goals=_GOALS)
        self._resolver = Resolver(self._builder)
        self._goal: Goal | None = None
        self._earlier = 0
        self._is_lost = False
        self._budget = Budget()
        self._meant_words = (self._grammar.words | self.vocabulary.words | calendar_words.WORDS) - filler()
        self._known = self._grammar.words | self.vocabulary.words | filler() | calendar_words.WORDS | frozenset(UNITS)
        self._right = self._known | no_slips()

    def understand(self, messages: Sequence[str]) -> tuple[Reading | NotRead, ...]:
        """What the last message asks, each question apart; those before it say what it leaves out."""
        before: list[Reading] = []
        self._goal = None
        read: list[Reading | NotRead] = []
        for message in messages:
            self._is_lost = bool(read) and not any(isinstance(each, Reading) for each in read)
            lost = read if self._is_lost else []
            goal = self._goal
            self._budget = Budget()
            read, said = self._message(message, before)
            unread = [each for each in read if isinstance(each, NotRead)]
            if unread and not any(each.missing for each in unread):
                read, said = self._reworded(message, before, goal) or (read, said)
            if any(_is_set_by_what_was_not_read(each, lost) for each in said):
                read, said = [NotRead(because=_LOST, sentence=message)], []
            before += said
        return tuple(read)

    def _reworded(
        self, message: str, before: Sequence[Reading], goal: Goal | None
    ) -> tuple[list[Reading | NotRead], list[Reading]] | None:
        """What the message asks in plain words; None where they are not read either, or may have passed over a word.

        They may have where the message is read alike without it.
        """
        reworded = self._rewording.of(message)
        if reworded is None:
            return None
        later, self._goal = self._goal, goal
        read, said = self._message(reworded.plain, before)
        stated, self._goal = self._goal, goal
        if any(isinstance(each, NotRead) for each in read) or any(
            _asked(self._message(each, before)[0]) == _asked(read) for each in reworded.without
        ):
            self._goal = later
            return None
        doubted = [
            phrase for phrase, rest in reworded.doubted if _asked(self._message(rest, before)[0]) == _asked(read)
        ]
        unused = (*reworded.unused, *doubted)
        told = words_of(" ".join((reworded.plain, *unused)))
        if self._rewords_alike_without(words_of(message), told, read, before) or self._budget.left <= 0:
            self._goal = later
            return None
        self._goal = stated
        return [replace(each, unused=unused) for each in read if isinstance(each, Reading)], said

    def _rewords_alike_without(
        self, words: tuple[str, ...], told: Sequence[str], read: Sequence[Reading | NotRead], before: Sequence[Reading]
    ) -> bool:
        """Whether a message is reworded alike without one of its weighty words, or has too many that are not told."""
        left = [at for at in suspects(words, _readings(read), self.catalogue) if words[at] not in told]
        rests = (self._rewording.of(" ".join((*words[:at], *words[at + 1 :]))) for at in left[:_MOST_WEIGHTY])
        return len(left) > _MOST_WEIGHTY or any(
            rest is not None and _asked(self._message(rest.plain, before)[0]) == _asked(read) for rest in rests
        )

    def _message(self, message: str, before: Sequence[Reading]) -> tuple[list[Reading | NotRead], list[Reading]]:
        """What a message asks, and each question of it as those that follow may lean on it."""
        read: list[Reading | NotRead] = []
        told: list[Reading] = []
        self._earlier = len(before)
        plain = (as_in_english(plainly(words, calendar_words.names_a_time)) for words in sentences(message))
        said = [each for words in plain for each in each_apart(words)]
        for words in with_topics(said, self._topic):
            earlier = [*before, *told]
            for each in self._heeded(self._behind_goal(words, earlier), earlier):
                if isinstance(each, Reading) and _is_set_by_what_was_not_read(each, read):
                    continue
                read = joined(read, [each])
                if isinstance(each, Reading):
                    told.append(each)
        return read, told

    def _behind_goal(self, words: tuple[str, ...], before: Sequence[Reading]) -> tuple[str, ...]:
        """The question behind a goal that is stated in one breath with it; the goal is kept."""
        at = after_goal(words)
        stated = words[: at - 1] if at and words[at - 1] in LEADING else words[:at]
        parsed = self._parsed(stated, before) if at else NotRead()
        is_goal = not isinstance(parsed, NotRead) and self._meant(parsed, before) == ()
        return words[at:] if is_goal else words

    def _heeded(self, words: tuple[str, ...], before: Sequence[Reading]) -> list[Reading | NotRead]:
        """What a sentence asks; not read where it would be alike without a weighty word that is not said back."""
        read = self._sentence(words, before)
        meant = _readings(read)
        goal = self._goal
        doubted = suspects(words, meant, self.catalogue) if meant else ()
        if doubted and before and meant_by(_readings(self._sentence(words, ()))) == meant_by(meant):
            # It stands alone. Asked a second time, what was asked before would make up for any word left out.
            before = ()
        for at in doubted:
            without = _readings(self._sentence((*words[:at], *words[at + 1 :]), before))
            self._goal = goal
            if meant_by(without) == meant_by(meant):
                return [NotRead(words=(words[at],), sentence=" ".join(words))]
        return read

    def _sentence(
        self, words: tuple[str, ...], before: Sequence[Reading], *, is_more: bool = False
    ) -> list[Reading | NotRead]:
        """What a sentence asks; `is_more` says that it comes beside what was asked before it, not in its place."""
        words = without_asides(without_remarks(words, self._says_nothing), calendar_words.names_a_time)
        words = asked(as_in_english(without_courtesies(words)), _INVERTED)
        if not words or (len(before) > self._earlier and is_echo(words, before)):
            return []
        if self._is_lost and len(before) == self._earlier and leans(words):
            return [NotRead(because=_LOST, sentence=" ".join(words))]
        is_more = is_more or words[0] in LEADING
        leaning = len(words) > 1 and words[0] in LEADING and not CLAUSE_STARTS & set(words)
        while len(words) > 1 and (words[0] in LEADING or (words[0] in filler() and words[1] == ",")):
            words = words[1:]
        if len(words) > MOST_WORDS or self._budget.left <= 0:
            return [NotRead(because="it is too long for me to be sure of every word", sentence=" ".join(words))]
        parsed = self._parsed(words, before)
        whole = parsed if isinstance(parsed, NotRead) else self._meant(parsed, before, leaning=leaning)
        if not isinstance(whole, NotRead):
            return [replace(each, refines=each.refines and not is_more) for each in whole]
        for at in breaks(words):
            first = self._first(parsed, words, at, before)
            if isinstance(first, NotRead):
                continue
            rest = words[at + 1 :]
            is_more = words[at] != "," or rest[:1] == ("and",)
            rest = rest[1:] if rest[:1] == ("and",) else rest
            second = self._sentence(rest, [*before, *first], is_more=is_more)
            if any(isinstance(each, NotRead) for each in second) or is_fronted(words, at, rest):
                continue
            clauses = rest[:1] and rest[0] in CLAUSE_STARTS
            lent = () if clauses and {*POLAR_WORDS, *HABIT} & set(words[:at]) else self._lent(first, second)
            if not lent and not clauses and says_more_of(first, second, rest):
                continue
            return joined(lent or first, second)
        is_known = not (whole.words or whole.because)
        loosely = is_known and self._loosely(words, before, None if leaning else parsed)
        return list(loosely or (is_known and self._restored(words, before)) or [whole])

    def _first(
        self, whole: _Parsed | NotRead, words: tuple[str, ...], at: int, before: Sequence[Reading]
    ) -> tuple[Reading, ...] | NotRead:
        """What the words before a break ask; the chart of the whole sentence knows it, where there is one."""
        if not isinstance(whole, NotRead):
            return self._meant(whole.up_to(at), before)
        parsed = self._parsed(words[:at], before)
        return parsed if isinstance(parsed, NotRead) else self._meant(parsed, before)

    def _lent(self, first: Sequence[Reading], second: Sequence[Reading | NotRead]) -> tuple[Reading, ...]:
        """The first with what only the second says of both: "how many runs and how many rides did I do in May"."""
        if len(first) != 1 or len(second) != 1 or not isinstance(second[0], Reading):
            return ()
        ask = self._discourse.lent(first[0].ask, second[0].ask)
        lent = self._resolver.resolved(ask) if ask is not None else None
        return (lent,) if isinstance(lent, Reading) else ()

    def _restored(self, words: tuple[str, ...], before: Sequence[Reading]) -> tuple[Reading, ...]:
        """What the words ask as a sentence with nothing left out; nothing where no such sentence is read."""
        for each in restored(words):
            parsed = self._parsed(each, before)
            meant = parsed if isinstance(parsed, NotRead) else self._meant(parsed, before)
            if isinstance(meant, NotRead) or not meant:
                continue
            if "how" in words or "how" not in each or all(reading.ask.kind is Kind.COUNT for reading in meant):
                return meant
        return ()

    def _loosely(
        self, words: tuple[str, ...], before: Sequence[Reading], strictly: _Parsed | NotRead | None
    ) -> tuple[Reading, ...]:
        """What the words ask where more may be passed over than `strictly`; nothing where that is no question."""
        if words[-2:] == _PLACE or (isinstance(strictly, _Parsed) and LOOSE.isdisjoint(strictly.words)):
            return ()
        parsed = self._parsed(words, before, loosely=True)
        loose = parsed if isinstance(parsed, NotRead) else self._meant(parsed, before)
        return () if isinstance(loose, NotRead) else loose

    def _parsed(self, words: tuple[str, ...], before: Sequence[Reading], *, loosely: bool = False) -> _Parsed | NotRead:
        said, ends = " ".join(words), breaks(words)
        words = mended(words, self._meant_words, self._right)
        said_more = [says_more(words, at) for at in range(len(words))]
        skipped = [passed and not more for passed, more in zip(passed_over(words), said_more, strict=True)]
        edges = self._edges(words, before)
        covered = {at for edge in edges for at in range(edge.start, edge.end)}
        unknown = tuple(
            word
            for at, word in enumerate(words)
            if at not in covered and word not in self._known and not skipped[at] and not is_number(word)
        )
        if unknown:
            missing = unrecorded(words, self._of_record(edges))
            because = f"your records hold nothing about {missing}" if missing else self._not_on_record(edges)
            return NotRead(words=unknown, because=because, sentence=said)
        polar = {at for at, word in enumerate(words) if word in POLAR_WORDS and (at == 0 or words[at - 1] == ",")}
        marked = tuple(POLAR if at in polar else word for at, word in enumerate(words))
        if loosely:
            skipped = [passed or (words[at] in LOOSE and not said_more[at]) for at, passed in enumerate(skipped)]
        chart = Chart(self._grammar, marked, skipped, edges, self._budget, ends=ends)
        return _Parsed(said=said, words=words, edges=tuple(edges), chart=chart)

    def _meant(
        self, parsed: _Parsed, before: Sequence[Reading], *, leaning: bool = False
    ) -> tuple[Reading, ...] | NotRead:
        """What the words ask; `leaning` says that they begin as what goes on with an earlier question does."""
        words, problem = parsed.words, ""
        if before and (missing := missing_in(words, parsed.edges, before)):
            return NotRead(because=missing, sentence=parsed.said)
        found = self._found(parsed, before, leaning=leaning)
        tense, is_polar = tense_of(words), words[0] in POLAR_WORDS
        for edge in found:
            if isinstance(edge.meaning, Goal):
                self._goal = edge.meaning
                return ()
            meaning = in_its_window(edge.meaning, before[-1], words) if before else edge.meaning
            meanings = self._discourse.complete(meaning, before, tense_of_what_was_told(words, tense))
            if meanings is None or (edge.meaning in meanings and lacks_its_record(words, meanings[0], before)):
                continue
            if any(asks_otherwise(ask, words, is_polar=is_polar and not ASKING & set(words)) for ask in meanings):
                continue
            asks = [in_its_time(ask, self._goal) for ask in meanings]
            asks = [as_yes_or_no(ask, parsed.edges, is_choice="or" in words) if is_polar else ask for ask in asks]
            if words[0] == "have" and _OF_A_SPAN.isdisjoint(words):
                asks = [ever(ask, self._builder) for ask in asks]
            asks = [as_choice(ask, parsed.edges) if ask.choice or "or" in words else ask for ask in asks]
            readings = [self._resolver.resolved(with_tense(ask, tense)) for ask in asks]
            if not any(isinstance(each, Problem) for each in readings):
                if tells_otherwise(_questions(readings), words, parsed.edges, is_polar=is_polar):
                    continue
                refines = isinstance(edge.meaning, Fragment) and edge.meaning.is_of_the_answer()
                told = [self._with_parts(each, parsed) for each in readings if isinstance(each, Reading)]
                return tuple(replace(each, refines=refines) for each in told)
            first = next(each for each in readings if isinstance(each, Problem))
            problem = problem or first.because
            if first.missing:
                named = [self.catalogue.metrics.get(ask.frame.noun.metric) for ask in asks if ask.frame.noun]
                is_missing = any(each is not None and not each.recorded for each in named)
                return NotRead(because=problem, missing=is_missing, noted=first.noted, sentence=parsed.said)
        return NotRead(because=problem or self._not_on_record(parsed.edges), sentence=parsed.said)

    def _with_parts(self, reading: Reading, parsed: _Parsed) -> Reading:
        """The reading with what its names leave out of what is noted, wherever they stand."""
        nouns = [edge.meaning for edge in parsed.edges if edge.category == "noun"]
        parts = notes_of_parts(reading.question, nouns, self.catalogue)
        return replace(reading, notes=tuple(dict.fromkeys((*reading.notes, *parts))))

    def _of_record(self, edges: Sequence[Edge]) -> frozenset[int]:
        """The places of the words that name what is on record."""
        nouns = [(each, self.vocabulary.quantity(each.meaning)) for each in edges if each.category == "noun"]
        named = (each for each, quantity in nouns if quantity is not None and quantity.recorded)
        return frozenset(at for each in named for at in range(each.start, each.end))

    def _not_on_record(self, edges: Sequence[Edge]) -> str:
        """That what is measured was never recorded, where a sentence names nothing that was."""
        nouns = [edge.meaning for edge in edges if edge.category == "noun"]
        named = [found for noun in nouns if (found := self.vocabulary.quantity(noun)) is not None]
        if not named or any(each.recorded for each in named):
            return ""
        return f"your records hold no {named[0].noun}"

    def _found(self, parsed: _Parsed, before: Sequence[Reading], *, leaning: bool) -> list[Edge]:
        """What the words may mean, first what goes on with the question before where they are such words."""
        words = parsed.words
        found = [edge for edge in parsed.chart.fill("question", len(words)) if may_mean(words, edge.meaning)]
        if not before:
            return found
        if not leaning and (words[0] in POLAR_WORDS or not is_brief(words)):
            return in_order(found, before[-1])
        fragments = parsed.chart.fill("fragment", len(words))
        if others := of_other_kinds(fragments, before[-1]):
            return others
        return [*going_on(fragments, before[-1], self.catalogue, is_brief=not leaning), *in_order(found, before[-1])]

    def _topic(self, words: tuple[str, ...]) -> str:
        """What is measured that a sentence names, if it names one thing alone."""
        found = [edge for edge in self.vocabulary.edges(words) if edge.category == "noun"]
        longest = max(found, key=lambda edge: edge.end - edge.start, default=None)
        if longest is None or any(each.start < longest.start or each.end > longest.end for each in found):
            return ""
        return " ".join(words[longest.start : longest.end])

    def _says_nothing(self, words: Sequence[str]) -> bool:
        """Whether none of the words is known, and none stands for what nothing is recorded of."""
        known = self._known.isdisjoint(words) and not any(map(is_number, words))
        return bool(words) and known and not unrecorded(words) and not self._edges(tuple(words), ())

    def _edges(self, words: tuple[str, ...], before: Sequence[Reading]) -> list[Edge]:
        return [
            *calendar_words.lexical(words),
            *quantities.lexical(words),
            *self.vocabulary.edges(words),
            *self._discourse.references(words, before, self._goal),
        ]


def _is_set_by_what_was_not_read(reading: Reading, read: Sequence[Reading | NotRead]) -> bool:
    """Whether a time was named in a sentence that was not read, as in "I was ill in May", and none in this one."""
    return reading.ask.frame.records.window is None and any(
        isinstance(each, NotRead) and calendar_words.names_a_time(each.sentence.split()) for each in read
    )


def _asked(read: Sequence[Reading | NotRead]) -> "list[Question | None]":
    return [each.question if isinstance(each, Reading) else None for each in read]


def _readings(read: Sequence[Reading | NotRead]) -> list[Reading]:
    """What was read; nothing where a part was not."""
    found = [each for each in read if isinstance(each, Reading)]
    return found if len(found) == len(read) else []


def _questions(readings: Sequence[Reading | Problem]) -> "tuple[Question, ...]":
    return tuple(each.question for each in readings if isinstance(each, Reading))
