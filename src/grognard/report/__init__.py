"""Reports: a page about one match or about many, and a match as a moving picture. Knows no rules and no game."""

from grognard.report.batch import read_batch
from grognard.report.endings import is_match
from grognard.report.many import batch_page
from grognard.report.motion import gif
from grognard.report.single import match_page
from grognard.report.teller import tell

__all__ = ["batch_page", "gif", "is_match", "match_page", "read_batch", "tell"]
