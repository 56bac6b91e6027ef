"""Why the server refuses: each error carries the status of its answer."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """A request that is not granted."""

    status = 400

    def __init__(self, error: str, *, rule: str = "", number: int = -1, unfinished: bool = False) -> None:
        super().__init__(error)
        self.error, self.rule, self.number, self.unfinished = error, rule, number, unfinished


class NotLoggedIn(Refused):
    """Only for those who are logged in."""

    status = 401


class NotYours(Refused):
    """Only for the holder of the seat."""

    status = 403


class NotThere(Refused):
    """No such thing."""

    status = 404


class NoSuchVerb(Refused):
    """The address does not know the verb."""

    status = 405


class TooSlow(Refused):
    """A request that did not arrive."""

    status = 408


class Stale(Refused):
    """Somebody else acted first."""

    status = 409

    def __init__(self, number: int) -> None:
        super().__init__("somebody else was faster: look at the new position first", number=number)


class Conflict(Refused):
    """A request that does not fit what is there now."""

    status = 409


class Gone(Refused):
    """A match that cannot be opened any more."""

    status = 410


class TooLarge(Refused):
    """More than the server takes."""

    status = 413


class TooDear(Refused):
    """More work than the server does for anybody."""

    status = 413


class WrongType(Refused):
    """Not the kind of content this address takes."""

    status = 415


class Forbidden(Refused):
    """A rule of the game forbids it."""

    status = 422


class Misdirected(Refused):
    """A request that came to the wrong process."""

    status = 421


class TooFast(Refused):
    """Too many requests."""

    status = 429


class NoAdvice(Refused):
    """No bot could answer."""

    status = 503


class Lost(Refused):
    """Something could not be stored."""

    status = 503


class Fault(Refused):
    """The program is wrong."""

    status = 500
