"""Answers are made once for each version of a user's data, and given to nobody else."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.runtime.answers import KeptAnswers
from amy.runtime.errors import InvalidFieldError


@dataclass
class Data:
    """Users' data that others write, and what was asked of it."""

    versions: dict[str, int] = field(default_factory=dict)
    made: list[tuple[str, str]] = field(default_factory=list)
    now_s: float = 0.0

    def kept(self, *, most_bytes: int = 1 << 20, longest_s: float = 600) -> KeptAnswers:
        return KeptAnswers(version=self._version, most_bytes=most_bytes, longest_s=longest_s, clock=lambda: self.now_s)

    async def _version(self, user_id: str) -> str:
        return str(self.versions.get(user_id, ""))

    def text(self, user_id: str, name: str) -> str:
        return f"{user_id} {self.versions.get(user_id, '')} {name}"

    async def profile(self, answers: KeptAnswers, user_id: str) -> str:
        async def make() -> pb.Profile:
            self.made.append((user_id, "profile"))
            return pb.Profile(sex=self.text(user_id, "profile"))

        return (await answers.one(pb.GetProfileRequest(user_id=user_id), make)).sex

    async def series(self, answers: KeptAnswers, user_id: str, *names: str) -> list[str]:
        async def make(missing: Sequence[str]) -> Sequence[pb.Series]:
            self.made += [(user_id, name) for name in missing]
            return [pb.Series(name=self.text(user_id, name)) for name in missing]

        return [each.name for each in await answers.several(user_id, "series", names, make)]


async def test_an_answer_is_made_once_a_version() -> None:
    data = Data({"anna": 1})
    answers = data.kept()
    assert [await data.profile(answers, "anna") for _ in range(3)] == ["anna 1 profile"] * 3
    assert data.made == [("anna", "profile")]
    data.versions["anna"] = 2
    assert await data.profile(answers, "anna") == "anna 2 profile"


async def test_only_the_parts_that_are_missing_are_made_and_the_order_is_that_of_the_question() -> None:
    data = Data({"anna": 1})
    answers = data.kept()
    await data.series(answers, "anna", "steps", "hrv")
    assert await data.series(answers, "anna", "sleep", "hrv", "sleep") == ["anna 1 sleep", "anna 1 hrv", "anna 1 sleep"]
    assert [name for _, name in data.made] == ["steps", "hrv", "sleep"]


async def test_a_question_without_parts_is_put_to_whoever_can_refuse_it() -> None:
    async def refuse(missing: Sequence[str]) -> Sequence[pb.Series]:
        assert not missing
        raise InvalidFieldError("A user id is required.", field="user_id")

    with pytest.raises(InvalidFieldError):
        await Data().kept().several("", "series", (), refuse)


async def test_an_answer_that_could_not_be_made_is_asked_for_again() -> None:
    data = Data({"anna": 1})
    answers = data.kept()

    async def fail() -> pb.Profile:
        raise InvalidFieldError("Not now.", field="user_id")

    with pytest.raises(InvalidFieldError):
        await answers.one(pb.GetProfileRequest(user_id="anna"), fail)
    assert await data.profile(answers, "anna") == "anna 1 profile"


async def test_what_was_made_of_older_data_is_not_given_at_a_newer_version() -> None:
    data = Data({"anna": 1})
    answers = data.kept()

    async def overtaken() -> pb.Profile:
        old = pb.Profile(sex=data.text("anna", "profile"))
        data.versions["anna"] = 2
        return old

    assert (await answers.one(pb.GetProfileRequest(user_id="anna"), overtaken)).sex == "anna 1 profile"
    assert await data.profile(answers, "anna") == "anna 2 profile"


async def test_what_is_kept_is_bounded_and_who_asked_longest_ago_goes_first() -> None:
    data = Data({"anna": 1, "ben": 1, "carla": 1})
    answers = data.kept(most_bytes=1200)
    for user in ("anna", "ben", "anna", "carla", "anna", "ben"):
        await data.profile(answers, user)
    assert [user for user, _ in data.made] == ["anna", "ben", "carla", "ben"]


async def test_an_answer_that_is_larger_than_all_that_is_kept_is_given_and_not_kept() -> None:
    data = Data({"anna": 1})
    answers = data.kept(most_bytes=100)
    assert [await data.profile(answers, "anna") for _ in range(2)] == ["anna 1 profile"] * 2
    assert len(data.made) == 2


@pytest.mark.parametrize("another_asks", [True, False])
async def test_nothing_is_kept_for_longer_than_allowed_whoever_asks(another_asks: bool) -> None:  # noqa: FBT001, a parameter
    data = Data({"anna": 1, "ben": 1})
    answers = data.kept(longest_s=600)
    await data.profile(answers, "anna")
    data.now_s = 599
    await data.profile(answers, "anna")
    assert data.made == [("anna", "profile")]
    data.now_s = 700
    await data.profile(answers, "ben" if another_asks else "anna")
    assert data.made[1:] == [("ben" if another_asks else "anna", "profile")]
    assert another_asks or len(data.made) == 2


async def test_what_is_forgotten_is_made_anew() -> None:
    data = Data({"anna": 1, "ben": 1})
    answers = data.kept()
    for user in ("anna", "ben"):
        await data.profile(answers, user)
    answers.forget("anna")
    answers.forget("nobody")
    for user in ("anna", "ben"):
        await data.profile(answers, user)
    assert data.made == [("anna", "profile"), ("ben", "profile"), ("anna", "profile")]


STEPS = st.lists(
    st.tuples(st.sampled_from(["write", "erase", "profile", "series", "wait"]), st.sampled_from(["a", "b", "c"])),
    max_size=60,
)


@given(steps=STEPS, most_bytes=st.sampled_from([0, 600, 1300, 1 << 20]))
async def test_whatever_happens_everybody_is_told_their_own_data_of_now(
    steps: list[tuple[str, str]], most_bytes: int
) -> None:
    data = Data()
    answers = data.kept(most_bytes=most_bytes, longest_s=100)
    for at, (step, user) in enumerate(steps, start=1):
        match step:
            case "write":
                data.versions[user] = at
            case "erase":
                data.versions.pop(user, None)
            case "wait":
                data.now_s += 60
            case "profile":
                assert await data.profile(answers, user) == data.text(user, "profile")
            case _:
                assert await data.series(answers, user, "x", "y") == [data.text(user, "x"), data.text(user, "y")]
