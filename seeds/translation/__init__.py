"""Catalogues of translations: taken from the code, merged, compiled. Only development writes them."""
