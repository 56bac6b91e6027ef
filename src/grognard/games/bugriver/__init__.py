"""Across the Bug River: formations force the Bug and fight for Volodymyr-Volynskyi, 22 to 25 June 1941."""
