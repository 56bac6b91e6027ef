"""Decisions: the tree of words that answers what may be said, whether it may, and why not."""

from __future__ import annotations

import pytest

from grognard.decision import (
    DONE,
    Choices,
    Decision,
    Words,
    offer,
    one_of,
)
from grognard.errors import nearest
from grognard.ruling import OK, Illegal, Ruling, elsewhere, no, unfinished

CALLS: list[Words] = []


def tree(words: Words) -> Choices:
    CALLS.append(words)
    if not words:
        return offer(("verb", ("march", "rest")))
    if words == ("rest",):
        return DONE
    if words[-1].isdigit():
        return offer(("unit", ()), complete=True)
    return offer(("hex", ("0101", "0102")), ("unit", ["red", "blue"] if len(words) < 3 else []))


def why_not(before: Words, word: str) -> Ruling | None:
    return no("2", f"{word} is a bog") if word == "0103" else None


@pytest.fixture
def decision() -> Decision:
    CALLS.clear()
    return Decision("red", "orders", "March or rest", "1", tree, why_not)


def test_choices_are_words_by_kind() -> None:
    choices = offer(("hex", ["0101", "0102"]), ("verb", ()), ("unit", ("red",)))
    assert choices.groups == (("hex", ["0101", "0102"]), ("unit", ("red",)))
    assert choices.kind == "hex"
    assert choices.items == ["0101", "0102", "red"]
    assert list(choices) == choices.items
    assert len(choices) == 3
    assert "red" in choices
    assert "blue" not in choices
    assert not choices.complete


def test_nothing_more_to_say() -> None:
    assert DONE.kind == "end"
    assert DONE.complete
    assert len(DONE) == 0
    assert DONE.items == []
    assert offer(("unit", ())) == Choices(())


def test_a_decision_shows_itself(decision: Decision) -> None:
    assert repr(decision) == "Decision(side='red', kind='orders', prompt='March or rest', rule='1')"


def test_the_tree_is_walked_once(decision: Decision) -> None:
    for _ in range(3):
        assert decision.check(("march", "red", "0101")).ok
    assert CALLS == [(), ("march",), ("march", "red"), ("march", "red", "0101")]


def test_whole_actions_are_legal(decision: Decision) -> None:
    for action in ("rest", "march 0101", "march red 0102", "march red blue 0101"):
        assert decision.check(tuple(action.split())) == OK


def test_the_start_of_an_action_is_a_start_only(decision: Decision) -> None:
    assert decision.check_start(()) == OK
    assert decision.check_start(("march", "red")) == OK
    ruling = decision.check(("march", "red"))
    assert ruling == unfinished("1", "'march red' is unfinished; next may come 0101, 0102, red, blue")
    assert decision.check(()) == unfinished("1", "an action without words is unfinished; next may come march, rest")


def test_a_wrong_word_has_its_own_reason(decision: Decision) -> None:
    assert decision.check(("march", "red", "0103")) == no("2", "0103 is a bog")


def test_nobody_is_asked_why_a_whole_action_may_not_go_on() -> None:
    def broken(before: Words, word: str) -> Ruling | None:
        raise AssertionError(f"asked about {word} after {before}")

    question = Decision("red", "orders", "March or rest", "1", tree, broken)
    assert question.check(("rest", "0103")) == no("1", "'rest' is complete; nothing may follow it")


def test_a_wrong_word_without_one_is_compared_with_the_right_ones(decision: Decision) -> None:
    assert decision.check(("mrach",)) == elsewhere("1", "'mrach' is not possible here; did you mean march?")
    assert decision.check(("MARCH",)) == elsewhere("1", "'MARCH' is not possible here; did you mean march?")
    wait = "'zzz' must wait for an answer to this: March or rest (march, rest)"
    assert decision.check(("zzz",)) == elsewhere("1", wait)
    where = "after 'march' comes a hex or a unit, not 'rest': 0101, 0102, red, blue"
    assert decision.check(("march", "rest")) == elsewhere("1", where)
    assert decision.check(("rest", "now")) == no("1", "'rest' is complete; nothing may follow it")


def test_a_wrong_word_among_fixed_ones_is_told_them() -> None:
    question = one_of("red", "pace", "How fast?", "1", ("verb", ("slow", "fast")), verb="go")
    assert question.check(("go", "red")) == elsewhere("1", "after 'go' comes slow, fast, not 'red'")


def test_a_word_that_is_not_offered_is_illegal_even_if_no_rule_is_found_against_it() -> None:
    decision = Decision("red", "orders", "March or rest", "1", tree, lambda before, word: OK)
    assert decision.check(("sleep",)).rule == "1"
    assert not decision.begins(("sleep",))


def test_words_begin_an_action_only_where_they_are_offered(decision: Decision) -> None:
    assert decision.begins(("march", "red", "0102"))
    decision.choices(("march", "green"))  # asked without looking whether it may be
    assert not decision.begins(("march", "green", "0101"))


def test_a_wrong_word_in_the_middle_is_the_one_named(decision: Decision) -> None:
    assert "'green'" in decision.check(("march", "green", "9999")).reason


def test_many_words_are_cut_short() -> None:
    question = one_of("red", "hex", "Where?", "1", ("hex", [f"{n:04}" for n in range(101, 121)]))
    assert question.check(("zzz",)).reason.endswith("0107, 0108 ...)")


def test_near_misses() -> None:
    assert nearest("Smolnsk", ["Smolensk", "Vitebsk"]) == "; did you mean Smolensk?"
    assert nearest("25/8", ["25/7", "25/12", "6/7"]) == "; did you mean 25/7 or 25/12?"
    assert nearest("xyz", ["Smolensk"]) == ""


def test_a_decision_with_one_answer_is_forced() -> None:
    assert one_of("red", "clap", "Clap", "1", ("verb", ("clap",))).forced() == ("clap",)
    assert one_of("red", "roll", "Roll", "1", ("number", ("6",)), verb="roll").forced() == ("roll", "6")
    assert one_of("red", "clap", "Clap", "1", ("verb", ("clap", "boo"))).forced() is None


def test_a_word_that_may_be_the_last_or_not_is_not_forced() -> None:
    def maybe(words: Words) -> Choices:
        return offer(("verb", ("go",)), complete=bool(words)) if len(words) < 2 else DONE

    assert Decision("red", "go", "Go", "1", maybe).forced() is None


def test_a_dead_end_is_a_fault_of_the_game() -> None:
    question = Decision("red", "go", "Go", "1", lambda words: offer(("verb", ())))
    with pytest.raises(AssertionError, match="a dead end after ''"):
        question.forced()


def test_one_of_asks_for_a_word_or_for_a_verb_and_a_word() -> None:
    plain = one_of("red", "which", "Which?", "1", ("unit", ("a", "b")))
    assert plain.check(("a",)).ok
    assert not plain.check(("lose", "a")).ok
    named = one_of("red", "which", "Which?", "1", ("unit", ("a", "b")), verb="lose")
    assert named.choices().items == ["lose"]
    assert named.check(("lose", "b")).ok
    assert not named.check(("b",)).ok
    assert not named.check(("lose", "b", "a")).ok


def test_a_ruling_is_true_or_says_why() -> None:
    assert OK
    assert str(OK) == "legal"
    refusal = no("6.22", "the way is barred")
    assert not refusal
    assert str(refusal) == "6.22: the way is barred"
    assert str(no("", "the way is barred")) == "the way is barred"
    assert str(Illegal(refusal)) == "6.22: the way is barred"
    assert Illegal(refusal).ruling is refusal
