"""Every game as an environment for learning: PettingZoo for all sides, Gymnasium for one (the extra `env`)."""

from grognard.env.seat import Seat, against
from grognard.env.sides import Sides, aec

__all__ = ["Seat", "Sides", "aec", "against"]
