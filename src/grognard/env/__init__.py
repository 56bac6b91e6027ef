"""Every game as an environment for learning: PettingZoo for all sides, Gymnasium for one (the extra `env`)."""

from grognard.env.one_side import OneSide, against
from grognard.env.sides import Sides, aec

__all__ = ["OneSide", "Sides", "aec", "against"]
