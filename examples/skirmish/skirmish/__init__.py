"""The Road to Krasny: a small game that shows how a game is made (docs/add-a-game.md)."""
