"""What only Watch on the Oder has to show."""

from __future__ import annotations

from grognard.view import Facts


class OderFacts(Facts, frozen=True, tag="oder"):
    """The Oder's own section of a view."""

    order: tuple[str, ...] = ()  # the phases still to come in the order declared, movement or combat first (5.3)
