"""The map workshop: geography becomes a board. For authors only; no game needs it (the extra `maps`)."""
