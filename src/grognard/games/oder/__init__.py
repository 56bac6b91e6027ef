"""Watch on the Oder: the war on Germany's eastern border, January and February 1945."""
