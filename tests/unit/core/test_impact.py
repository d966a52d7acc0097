"""The judge of impact sentences: laws, names, what is said to be missing."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.core.finding import Move
from errgate.core.impact import Demand, Judgement, Name, NameKind, Vocabulary, judge
from errgate.core.quote import plain
from errgate.core.report import Sentence
from errgate.sources.pull_request import read_sentences
from tests.unit.core.impact_setups import DEMANDS, MOVED, WORDS, code, demand, fixture, given_texts, vocabulary

# Laws

NAMES = ["`UP`", "`DOWN`", "`QUIET`", "UP", "RATE_LIMITED", "`v2/x.json`", "it"]
CLAIMS = ["retry -> escalate", "escalate -> retry", "no decision changes", "agents now escalate", "agents no longer retry",
          "wording only", "agents still retry", "something is new", "retry -> page_human"]  # fmt: skip
REASONS = [", because limits are not outages", ", so that queues drain", "", ", because …", ". Why: limits differ"]
PIECES = st.one_of(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(CLAIMS), st.sampled_from(REASONS)).map(lambda each: f"{each[0]}: {each[1]}{each[2]}."),
    st.sampled_from(["Why: limits differ.", "Because limits differ.", "Updated snapshots.", "Nothing changes.", "payments"]),
)  # fmt: skip
BODIES = st.lists(PIECES, max_size=6)


@settings(max_examples=300, deadline=None)
@given(BODIES, PIECES, st.integers(min_value=0, max_value=6))
def test_another_sentence_takes_no_cover_away(body: list[str], more: str, place: int) -> None:
    """Whatever is added, wherever, what was covered stays covered."""
    before = given_texts(body, DEMANDS["pair"])
    after = given_texts([*body[:place], more, *body[place:]], DEMANDS["pair"])
    assert set(before.covered) <= set(after.covered)


@settings(max_examples=200, deadline=None)
@given(BODIES)
def test_a_judgement_is_whole(body: list[str]) -> None:
    """Each demand is covered by a sentence that exists, or something is said to be missing; the first that covers counts."""
    found = given_texts(body, DEMANDS["pair"])
    assert set(found.covered) <= {"up", "down", "quiet"}
    assert all(0 <= index < len(body) for index in found.covered.values())
    assert bool(found.missing) is bool(found.skeleton) is (len(found.covered) < 3)
    for key, index in found.covered.items():
        assert key not in given_texts([*body[:index]], DEMANDS["pair"]).covered or "y:" in " ".join(body[index:])


@settings(max_examples=100, deadline=None)
@given(BODIES, st.permutations(list(DEMANDS["pair"])))
def test_the_order_of_demands_is_nothing(body: list[str], demands: list[Demand]) -> None:
    """The order in which findings come changes no cover."""
    assert given_texts(body, demands).covered == given_texts(body, DEMANDS["pair"]).covered


@pytest.mark.parametrize("about", list(DEMANDS))
def test_the_skeleton(about: str) -> None:
    """Pasted unchanged it covers nothing, also where its lines ran together; with a reason it covers everything."""
    demands = DEMANDS[about]
    skeleton = judge((), demands, vocabulary(about)).skeleton
    heading = "## Consumer impact\n\n"
    for pasted in (
        skeleton,
        skeleton.replace("\n\n", "\n"),
        skeleton.replace("\n\n", " "),
        skeleton.replace("…", "..."),
    ):
        assert judge(read_sentences(heading + pasted), demands, vocabulary(about)).covered == {}
    filled = read_sentences(heading + skeleton.replace("…", "limits are not outages."))
    assert set(judge(filled, demands, vocabulary(about)).covered) == {each.fingerprint for each in demands}


KINDS: list[NameKind] = ["code", "hint", "value", "field", "fixture", "entry", "part", "config", "path"]
SPELLINGS = st.text(alphabet="aB3_.-/[]é影कЖ:", min_size=1, max_size=10).filter(
    lambda text: any(c.isalnum() for c in text)
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(KINDS), SPELLINGS, st.booleans())
def test_every_name_can_be_named(kind: NameKind, text: str, moved: bool) -> None:
    """The skeleton with a reason covers a demand of any kind, however it is spelt."""
    if kind == "fixture":
        text = f"v2/{text.strip('/.')}.json"
    if kind == "path":
        text = f"src/{text.strip('/.')}.py"
    name = Name(kind=kind, text=text, hint="recovery" if kind == "value" else "")
    demands = (demand(name, moves=MOVED if moved else ()),)
    words = replace(WORDS, fixtures={"payments": (text,)})
    skeleton = judge((), demands, words).skeleton
    pasted = read_sentences("## Consumer impact\n\n" + skeleton.replace("…", "limits are not outages."))
    assert judge(pasted, demands, words).covered == {"wanted": 0}


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200), SPELLINGS, SPELLINGS)
def test_never_an_exception(text: str, name: str, other: str) -> None:
    """Whatever is written, and whatever things are called."""
    demands = [demand(Name(kind=kind, text=name, hint=other), key=kind, moves=MOVED) for kind in KINDS]
    words = Vocabulary(actions={name: (other, ""), "retry": ()}, contracts=(name, other, ""), fixtures={name: (other,)})
    given_texts([text, f"{text}{name}{text}", f"{name}={other} {text}", name, other], demands, words)


@pytest.mark.parametrize("kind", KINDS)
def test_empty_names(kind: NameKind) -> None:
    """A name without text names nothing, but for the pointer of the whole body."""
    found = given_texts(["envelope: no decision changes, because limits differ."], [demand(Name(kind=kind, text=""))])
    assert bool(found.covered) is (kind == "field")


def test_nothing_is_asked() -> None:
    """No demand, no complaint."""
    assert given_texts(["TRANSIENT: retry -> escalate"], []) == Judgement(covered={}, missing=(), skeleton="")
    assert given_texts([], [demand()]).missing == ("No sentence names the change.",)


@pytest.mark.parametrize(
    "text", ["Updated snapshots.", "regenerated fixtures", "Regenerated all fixtures because CI was red."]
)
def test_b127_boilerplate(text: str) -> None:
    """A rule that prose exists was met by any words."""
    for about, demands in DEMANDS.items():
        assert judge((Sentence(text=text, source="body"),), demands, vocabulary(about)).covered == {}


def test_b127_no_change_when_something_changed() -> None:
    """ "No consumer-visible change" passed although a decision moved."""
    text = "`v2/timeout.json`: no consumer-visible change, because only key order differs."
    found = given_texts([text], DEMANDS["moved"], vocabulary("moved"))
    assert found.covered == {}
    assert "says that nothing changes" in found.missing[0]


def test_b119_each_fixture_needs_cover() -> None:
    """One sentence about one recording let all others pass."""
    demands = [demand(fixture(f"v2/{index}.json"), key=str(index), moves=MOVED) for index in range(30)]
    found = given_texts(["`v2/7.json`: retry -> escalate, because limits are not outages."], demands)
    assert set(found.covered) == {"7"}


# What is missing


def test_missing_is_bounded_and_said_once() -> None:
    """At most ten lines and a count; one line where several demands lack the same."""
    many = [demand(code(f"CODE_{index}"), key=str(index), moves=MOVED) for index in range(25)]
    found = given_texts([], many)
    assert len(found.missing) == 11
    assert found.missing[-1] == "15 more like these."
    twins = [demand(code("CODE"), key=str(index), moves=MOVED) for index in range(25)]
    assert [plain(line) for line in given_texts([], twins).missing] == ["No sentence names `CODE`."]
    assert given_texts([], twins).skeleton == "`CODE`: retry -> escalate, because …"


def test_missing_names_the_contract_where_there_are_several() -> None:
    """Two contracts may have the same recording."""
    lines = [plain(line) for line in judge((), DEMANDS["contracts"], vocabulary("contracts")).missing]
    assert lines == [
        "No sentence names `v2/t.json` of `payments` (or `TRANSIENT`).",
        "No sentence names `v2/t.json` of `orders` (or `TRANSIENT`).",
    ]


def test_missing_backticks_are_said() -> None:
    """An ordinary word that is a code must be marked, and the author is told."""
    found = given_texts(["On a timeout: retry -> escalate, because limits differ."], DEMANDS["word"])
    assert (
        plain(found.missing[0]) == "No sentence names `timeout`. Write it in backticks, since it is an ordinary word."
    )


def test_hostile_names_in_messages() -> None:
    """Data in messages is quoted, and a line to paste holds no backtick and no control character."""
    name = Name(kind="code", text="a`b\x1b[31m\n<!-- \x01")
    found = given_texts([], [demand(name, moves=(Move(old="a", new="b"),))])
    assert "\x1b" not in "".join(found.missing)
    assert found.skeleton == "`ab[31m<!-- `: a -> b, because …"


def test_many_demands_and_much_prose() -> None:
    """A thousand demands against a long description: the work is bounded."""
    demands = [
        demand(fixture(f"v2/f{index}.json"), code("TRANSIENT"), key=str(index), moves=MOVED) for index in range(1000)
    ]
    words = replace(WORDS, fixtures={"payments": tuple(f"v2/f{index}.json" for index in range(1000))})
    text = "TRANSIENT. retry. because. " * 2_000
    assert given_texts([text, "recovery" + "`" * 60_000, "a" * 60_000], demands, words).covered == {}
    assert len(given_texts(["`TRANSIENT`: retry -> escalate, because limits differ."], demands, words).covered) == 1000
