"""The envelope's fields: what a JSON Schema says about each place of an error, flattened for comparison.

``allOf`` is merged, ``anyOf`` and ``oneOf`` give the union of types, local ``$ref`` is followed. Whatever goes beyond
that (``if``, ``not``, ``patternProperties``) is not read here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from errgate.core import pointer
from errgate.core.value import Json, Missing, escape, kind

ANY = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
DEPTH = 12
"""Levels below the root that are compared."""
PLACES = 20_000
"""Places that are compared."""
NODES = 200_000
"""Schemas that are looked at, references followed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """One place of an error: the JSON Schema types that it may have, and whether its parent requires it."""

    types: frozenset[str] = ANY
    required: bool = False

    @property
    def nullable(self) -> bool:
        """Whether null is allowed."""
        return "null" in self.types


@dataclass(frozen=True, slots=True, kw_only=True)
class _Node:
    types: frozenset[str]
    properties: Mapping[str, tuple[Json, ...]]
    required: frozenset[str]
    items: tuple[Json, ...]


def fields(schema: Json) -> Mapping[str, Shape]:
    """Pointer (``*`` for an array's items) → shape, top level first. The root itself is the empty pointer.

    At most ``PLACES`` places and ``DEPTH`` levels: a schema that refers to itself describes endlessly many.
    """
    found: dict[str, Shape] = {}
    budget = [NODES]
    level: list[tuple[tuple[Json, ...], str, bool]] = [((schema,), "", False)]
    for _ in range(DEPTH):
        below: list[tuple[tuple[Json, ...], str, bool]] = []
        for schemas, at, required in level:
            if len(found) >= PLACES:
                return found
            node = _merge([_node(schema, each, frozenset(), budget) for each in schemas])
            found.setdefault(at, Shape(types=node.types, required=required))
            for name, children in node.properties.items():
                below.append((children, f"{at}/{escape(name)}", name in node.required))
            if node.items:
                below.append((node.items, f"{at}/*", False))
        level = below[:PLACES]
    return found


def _node(root: Json, schema: Json, seen: frozenset[str], budget: list[int]) -> _Node:
    """What one schema says, its references and compositions resolved; anything, once the budget of nodes is spent."""
    budget[0] -= 1
    if budget[0] < 0:
        return _Node(types=ANY, properties={}, required=frozenset(), items=())
    if not isinstance(schema, Mapping):
        return _Node(types=ANY if schema is not False else frozenset(), properties={}, required=frozenset(), items=())
    properties = schema.get("properties")
    required = schema.get("required")
    items = schema.get("items")
    nodes = [
        _Node(
            types=_types(schema),
            properties={name: (child,) for name, child in properties.items()}
            if isinstance(properties, Mapping)
            else {},
            required=frozenset(name for name in _items(required) if isinstance(name, str)),
            items=(items,) if isinstance(items, Mapping) else (),
        )
    ]
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#") and reference not in seen:
        target = _resolve(root, reference[1:])
        if not isinstance(target, Missing):
            nodes.append(_node(root, target, seen | {reference}, budget))
    for word in ("allOf", "anyOf", "oneOf"):
        branches = _items(schema.get(word))
        if branches and len(seen) < DEPTH:
            inner = [_node(root, branch, seen | {f"{word}{len(seen)}"}, budget) for branch in branches]
            nodes.append(_merge(inner) if word == "allOf" else _union(inner))
    return _merge(nodes)


def _items(value: Json) -> tuple[Json, ...]:
    """A list's items; nothing for any other value."""
    return tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else ()


def _resolve(root: Json, at: str) -> Json | Missing:
    try:
        return pointer.get(root, at)
    except ValueError:
        return Missing()


def _types(schema: Mapping[str, Json]) -> frozenset[str]:
    stated = schema.get("type")
    if isinstance(stated, str):
        types = frozenset({stated})
    elif isinstance(stated, Sequence):
        types = frozenset(name for name in stated if isinstance(name, str))
    elif "const" in schema:
        types = frozenset({_type(schema["const"])})
    elif isinstance(values := schema.get("enum"), Sequence) and not isinstance(values, str):
        types = frozenset(_type(value) for value in values)
    else:
        return ANY
    if isinstance(values := schema.get("enum"), Sequence) and not isinstance(values, str):
        allowed = frozenset(_type(value) for value in values)
        types = types if not types & allowed else frozenset(t for t in types if t in allowed or t == "number")
    if schema.get("nullable") is True:
        types |= {"null"}
    return types | {"integer"} if "number" in types else types


def _type(value: Json) -> str:
    return "integer" if isinstance(value, int) and not isinstance(value, bool) else kind(value)


def _merge(nodes: Sequence[_Node]) -> _Node:
    """All of them hold."""
    types, required = ANY, frozenset[str]()
    properties: dict[str, tuple[Json, ...]] = {}
    items: tuple[Json, ...] = ()
    for node in nodes:
        types &= node.types
        required |= node.required
        items += node.items
        for name, children in node.properties.items():
            properties[name] = properties.get(name, ()) + children
    return _Node(types=types, properties=properties, required=required, items=items)


def _union(nodes: Sequence[_Node]) -> _Node:
    """One of them holds. A property that several describe keeps the first description that all can meet."""
    if not nodes:
        return _Node(types=ANY, properties={}, required=frozenset(), items=())
    types = frozenset[str]().union(*(node.types for node in nodes))
    required = nodes[0].required.intersection(*(node.required for node in nodes[1:]))
    properties: dict[str, tuple[Json, ...]] = {}
    for name in dict.fromkeys(name for node in nodes for name in node.properties):
        each = [node.properties[name] for node in nodes if name in node.properties]
        alternatives: list[Json] = [child for children in each for child in children]
        properties[name] = ({"anyOf": alternatives},) if len(alternatives) > 1 else (alternatives[0],)
    items = [child for node in nodes for child in node.items]
    return _Node(
        types=types,
        properties=properties,
        required=required,
        items=({"anyOf": items},) if len(items) > 1 else tuple(items),
    )


def shape_at(found: Mapping[str, Shape], at: str) -> Shape | None:
    """The shape of a concrete place: exact, or through a pattern with ``*``."""
    if at in found:
        return found[at]
    return next((shape for pattern, shape in found.items() if "*" in pattern and pointer.matches(pattern, at)), None)


def generalise(found: Mapping[str, Shape], at: str) -> str:
    """The pattern that stands for a concrete place; array indexes become ``*`` where the schema knows nothing."""
    if at in found:
        return at
    known = next((pattern for pattern in found if "*" in pattern and pointer.matches(pattern, at)), None)
    if known is not None:
        return known
    return pointer.build(["*" if token.isdigit() else token for token in pointer.parse(at)])


def gone(old: Mapping[str, Shape], new: Mapping[str, Shape]) -> tuple[str, ...]:
    """The places that one envelope describes and the other does not, without those inside another such place.

    What lay inside a place that is no object or array any more is left to ``envelope/type-changed``.
    """
    found: dict[str, None] = {}
    for at in old:
        if at in new:
            continue
        above = pointer.parse(at)[:-1]
        parents = [pointer.build(above[:length]) for length in range(len(above) + 1)]
        if any(each in found or _became_scalar(old.get(each), new.get(each)) for each in parents):
            continue
        found[at] = None
    return tuple(found)


def _became_scalar(old: Shape | None, new: Shape | None) -> bool:
    if old is None or new is None:
        return False
    return not new.types & {"object", "array"} and bool(new.types - old.types)


def unread(schema: Json) -> Mapping[str, Json]:
    """What the schema says by keywords that ``fields`` does not read: pointer into the schema → the keyword's value."""
    found: dict[str, Json] = {}
    left: list[tuple[str, Json]] = [("", schema)]
    for _ in range(NODES):
        if not left:
            break
        at, node = left.pop()
        if not isinstance(node, Mapping):
            continue
        for word, value in node.items():
            below = f"{at}/{escape(word)}"
            if _is_condition(word, value):
                found[below] = value
            elif word in ("properties", "$defs", "definitions") and isinstance(value, Mapping):
                left += [(f"{below}/{escape(name)}", child) for name, child in value.items()]
            elif word in ("allOf", "anyOf", "oneOf"):
                left += [(f"{below}/{index}", child) for index, child in enumerate(_items(value))]
            elif word == "items":
                left.append((below, value))
    return found


CONDITIONS = frozenset(
    (
        "if", "then", "else", "not", "patternProperties", "dependentSchemas", "dependentRequired", "dependencies",
        "unevaluatedProperties", "unevaluatedItems", "prefixItems", "contains", "propertyNames", "$recursiveRef",
    )
)  # fmt: skip
"""Keywords that ``fields`` does not read and that may change what an error looks like."""


def _is_condition(word: str, value: Json) -> bool:
    if word in ("$ref", "$dynamicRef"):
        return not (isinstance(value, str) and value.startswith("#"))
    return word in CONDITIONS or (word == "additionalProperties" and isinstance(value, Mapping) and bool(value))


def place(at: str) -> str:
    """Where a schema describes a field: ``/errors/*/code`` lies at ``/properties/errors/items/properties/code``."""
    return "".join("/items" if token == "*" else f"/properties/{escape(token)}" for token in pointer.parse(at))
