"""A game's rules in our words, with the rulings that close the gaps of its rulebook."""

from __future__ import annotations

import msgspec

from grognard.datafile import Entry, Source, load
from grognard.errors import Invalid, nearest


class Gap(msgspec.Struct, frozen=True):
    """A question the rulebook leaves open, how we answer it and why."""

    id: str
    rules: tuple[str, ...]
    question: str
    answer: str
    why: str


class Rule(msgspec.Struct, frozen=True):
    """One rule: its number, its title and what it says; `untested` is why no test can show it."""

    id: str
    title: str
    text: str
    optional: bool = False
    untested: str = ""
    rulings: tuple[Gap, ...] = ()


class Rulebook(msgspec.Struct, frozen=True):
    """All rules of a game by number, in the rulebook's order."""

    rules: dict[str, Rule]
    rulings: dict[str, Gap]

    @classmethod
    def read(cls, source: Source, name: str = "rules.toml") -> Rulebook:
        """The rulebook of a file, or of a dict in the same form."""
        top = load(source, name)
        top.only("rule", "ruling")
        rulings: dict[str, Gap] = {}
        for entry in top.entries("ruling"):
            gap = _ruling(entry)
            if gap.id in rulings:
                raise top.wrong(f"ruling {gap.id} is there twice")
            rulings[gap.id] = gap
        rules: dict[str, Rule] = {}
        for entry in top.entries("rule"):
            rule = _rule(entry, rulings)
            if rule.id in rules:
                raise top.wrong(f"rule {rule.id} is there twice")
            rules[rule.id] = rule
        for gap in rulings.values():
            for number in gap.rules:
                if number not in rules:
                    raise top.wrong(f"ruling {gap.id}: no rule {number}{nearest(number, rules)}")
        return cls(rules, rulings)

    def rule(self, id: str) -> Rule:
        """The rule with exactly this number."""
        try:
            return self.rules[id]
        except KeyError:
            raise Invalid(f"no rule {id}{nearest(id, self.rules)}") from None

    def find(self, prefix: str) -> tuple[Rule, ...]:
        """The rule of this number, or the parts it is split into (6.51a, 6.51b), or all cases of a chapter (6.5, 6)."""
        if prefix in self.rules:
            return (self.rules[prefix],)
        for within in (_is_part, _is_case):
            if found := tuple(rule for id, rule in self.rules.items() if within(id, prefix)):
                return found
        raise Invalid(f"no rule {prefix}{nearest(prefix, self.rules)}")


def _is_part(id: str, of: str) -> bool:
    return id.startswith(of) and id[len(of) :][:1].isalpha()


def _is_case(id: str, of: str) -> bool:
    chapter = of.removesuffix(".0").removesuffix(".")
    rest = id.removeprefix(chapter)
    return bool(chapter) and id.startswith(chapter) and (rest[:1] == "." or ("." in chapter and rest[:1].isalnum()))


def _ruling(entry: Entry) -> Gap:
    entry = entry.named(f"ruling {entry.text('id')}")
    entry.only("id", "rules", "question", "answer", "why")
    return Gap(
        entry.text("id"),
        entry.words("rules"),
        *(" ".join(entry.text(key).split()) for key in ("question", "answer", "why")),
    )


def _rule(entry: Entry, rulings: dict[str, Gap]) -> Rule:
    number = entry.text("id")
    entry = entry.named(f"rule {number}")
    entry.only("id", "title", "text", "optional", "untested")
    return Rule(
        number,
        entry.text("title"),
        " ".join(entry.text("text").split()),
        entry.flag("optional", False),
        entry.text("untested", ""),
        tuple(gap for gap in rulings.values() if number in gap.rules),
    )
