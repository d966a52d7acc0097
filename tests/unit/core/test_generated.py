"""Cases made from recorded errors: which, how many, and that the same come out of the same."""

from collections.abc import Mapping
from types import MappingProxyType

from hypothesis import given
from hypothesis import strategies as st

from errgate.core import pointer
from errgate.core.contract import Entry, Envelope, Fixture, Hint, Hints, Policy, Registry
from errgate.core.decide import Consumer, decide, read
from errgate.core.generated import CASES, SEEDS, generate
from errgate.core.judge import is_wrong
from errgate.core.value import MISSING, Json, Missing

POLICY = Policy(
    path="d",
    actions=("retry", "fix_request", "escalate"),
    precedence=("hint:recovery", "code", "status"),
    status={"5xx": "retry"},
    default="escalate",
)
RECOVERY = Hint(name="recovery", at=("/recovery",), values={"retry": "retry", "permanent": "escalate"})
WAIT = Hint(name="wait", at=("/retry_after", "header:Retry-After"), seconds=True, absent="backoff")
HINTS = Hints(path="h", hints={"recovery": RECOVERY, "wait": WAIT})
REGISTRY = Registry(
    path="r", entries=(Entry(code="TRANSIENT", action="retry"), Entry(code="INVALID", action="fix_request"))
)
CONSUMER = Consumer(policy=POLICY, hints=HINTS, registry=REGISTRY)
SHAPE = Envelope(
    path="e",
    schema={
        "type": "object",
        "required": ["code"],
        "properties": {
            "code": {"type": "string"},
            "limit": {"type": "integer"},
            "errors": {"type": "array", "items": {"properties": {"detail": {"type": "string"}}}},
        },
    },
)


def error(name: str, body: Mapping[str, Json], status: int = 503, headers: Mapping[str, str] | None = None) -> Fixture:
    return Fixture(
        collection="v1", name=name, path=f"fixtures/v1/{name}", document=body, body=body, exchange=True, status=status,
        headers=headers or {},
    )  # fmt: skip


def recorded(*fixtures: Fixture) -> Mapping[str, Fixture]:
    return {each.name: each for each in fixtures}


TIMEOUT = error("timeout.json", {"code": "TRANSIENT", "message": "It failed.", "recovery": "retry", "limit": 3})


def test_what_is_made() -> None:
    """Unknown code and values first, then each optional field missing, null and of another type; null only where carried."""
    made = generate(recorded(TIMEOUT), CONSUMER, shape=SHAPE)
    assert [each.generated for each in made] == [
        "unknown code",
        "unknown value of recovery",
        "/recovery missing",
        "/recovery of another type",
        "/retry_after of another type",
        "header:Retry-After of another type",
        "/message missing",
        "/message null",
        "/message of another type",
        "/status null",
        "/status of another type",
        "/limit missing",
        "/limit null",
        "/limit of another type",
        "/errors null",
        "/errors of another type",
    ]
    assert all(each.name == "timeout.json" and each.path == TIMEOUT.path for each in made)
    assert {each.subject for each in made[:1]} == {"generated/unknown code"}
    with_null = generate(recorded(TIMEOUT), CONSUMER, nulls=frozenset({"recovery"}))
    assert "/recovery null" in {each.generated for each in with_null}


def test_unknown_is_unknown_to_all() -> None:
    """The vocabularies of all three consumers are avoided, and the case is wrong for each of them."""
    other = Consumer(
        policy=POLICY,
        registry=Registry(path="r", entries=(Entry(code="NO_SUCH_CODE", action="retry"),)),
        hints=Hints(
            path="h", hints={"recovery": Hint(name="recovery", at=("/recovery",), values={"no_such_value": "retry"})}
        ),
    )
    made = generate(recorded(TIMEOUT), CONSUMER, known=(other,))
    for each in made[:2]:
        assert is_wrong(CONSUMER, read(CONSUMER, each))
        assert is_wrong(other, read(other, each))
    assert [decide(CONSUMER, each).on_default for each in made[1:2]] == [True]


def test_numbers_stay_numbers() -> None:
    """A JSON-RPC code is a number; an unknown one is too."""
    rpc = Consumer(
        policy=Policy(path="d", actions=("escalate",), default="escalate", code=("/error/code",)), registry=REGISTRY
    )
    made = generate(recorded(error("rpc.json", {"error": {"code": -32601}})), rpc)
    assert made[0].body == {"error": {"code": 999_000_001}}


def test_without_registry_or_hints() -> None:
    """What a consumer does not know about is not tried."""
    bare = Consumer(policy=POLICY)
    assert not [each for each in generate(recorded(TIMEOUT), bare) if each.generated.startswith("unknown")]


def test_a_hint_that_the_reader_does_not_know_is_left_alone() -> None:
    """A field becomes a hint at head: what it holds wrongly is the new hint's affair."""
    old = Consumer(policy=POLICY, registry=REGISTRY)
    shape = Envelope(path="e", schema={"properties": {"recovery": {"type": "string"}}})
    made = generate(recorded(TIMEOUT), old, known=(CONSUMER,), shape=shape)
    assert not [each for each in made if each.generated.startswith("/recovery")]


def test_bounds() -> None:
    """One seed a code and status class, no more than the limits."""
    many = {f"{number:04}.json": error(f"{number:04}.json", {"code": str(number)}) for number in range(100)}
    wide = Envelope(path="e", schema={"properties": {f"f{index}": {} for index in range(50)}})
    made = generate(many, CONSUMER, shape=wide)
    assert len(made) == CASES
    assert len({each.name for each in made}) == SEEDS
    same = {f"{number}.json": error(f"{number}.json", {"code": "TRANSIENT"}, 500 + number) for number in range(9)}
    assert {each.name for each in generate(same, CONSUMER)} == {"0.json"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc/~", max_size=2), inner, max_size=3),
    max_leaves=8,
)


@given(body=JSON, status=st.none() | st.integers(100, 599))
def test_the_same_comes_out_of_the_same(body: Json, status: int | None) -> None:
    """Any body at all: nothing is raised, the seed is left as it was, and two runs agree."""
    seed = Fixture(
        collection="v1", name="a.json", path="a.json", document=body, body=body, exchange=True, status=status,
        headers=MappingProxyType({"retry-after": "3"}),
    )  # fmt: skip
    before = repr(body)
    first = generate({"a.json": seed}, CONSUMER, shape=SHAPE)
    assert first == generate({"a.json": seed}, CONSUMER, shape=SHAPE)
    assert repr(body) == before
    for each in first:
        decide(CONSUMER, each)


@given(body=JSON, new=JSON, data=st.data())
def test_put_and_without(body: Json, new: Json, data: st.DataObject) -> None:
    """What is put at a place is found there; what is taken out is not; the rest stays."""
    places = [""] + [match.at for depth in ("/*", "/*/*") for match in pointer.find(body, depth)]
    at = data.draw(st.sampled_from(places))
    changed = pointer.put(body, at, new)
    assert not isinstance(changed, Missing)
    assert pointer.get(changed, at) == new
    if at:
        less = pointer.without(body, at)
        assert not isinstance(less, Missing)
        assert isinstance(pointer.get(body, at.rpartition("/")[0]), list) or pointer.get(less, at) is MISSING
    assert pointer.put({}, "/a/b", 1) is MISSING
    assert pointer.without({}, "/a") is MISSING
    assert pointer.put({}, "/a", 1) == {"a": 1}
