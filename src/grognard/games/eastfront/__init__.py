"""EastFront: blocks under fog of war, headquarters, dice-pool battles, production and weather, 1941 to 1945."""
