#!/usr/bin/env python3
"""Python's bytes of the text of bodies.json, as hex, on stdout."""
import base64
import json
import sys
import unicodedata
from urllib.parse import quote, quote_plus

bodies = json.load(open("bodies.json", encoding="utf-8"))
forms = {
    "ascii replace": lambda t: t.encode("ascii", "replace"),
    "ascii ignore": lambda t: t.encode("ascii", "ignore"),
    "latin-1 replace": lambda t: t.encode("latin-1", "replace"),
    "latin-1 ignore": lambda t: t.encode("latin-1", "ignore"),
    "cp1252 replace": lambda t: t.encode("cp1252", "replace"),
    "utf-16": lambda t: t.encode("utf-16"),
    "utf-16-le": lambda t: t.encode("utf-16-le"),
    "utf-16-be": lambda t: t.encode("utf-16-be"),
    "utf-32-le": lambda t: t.encode("utf-32-le"),
    "utf-8-sig": lambda t: t.encode("utf-8-sig"),
    "read as latin-1": lambda t: t.encode().decode("latin-1").encode(),
    "read as latin-1 twice": lambda t: t.encode().decode("latin-1").encode().decode("latin-1").encode(),
    "NFD": lambda t: unicodedata.normalize("NFD", t).encode(),
    "NFKC": lambda t: unicodedata.normalize("NFKC", t).encode(),
    "json.dumps": lambda t: json.dumps(t).encode(),
    "json.dumps raw": lambda t: json.dumps(t, ensure_ascii=False).encode(),
    "encodebytes": lambda t: base64.encodebytes(t.encode()),
    "urlsafe": lambda t: base64.urlsafe_b64encode(t.encode()),
    "quote": lambda t: quote(t).encode(),
    "quote safe=''": lambda t: quote(t, safe="").encode(),
    "quote_plus": lambda t: quote_plus(t).encode(),
    "first len() bytes": lambda t: t.encode()[: len(t)],
    "list": lambda t: str(list(t.encode())).encode(),
}
json.dump({name: [make(body).hex() for body in bodies] for name, make in forms.items()}, sys.stdout, indent=1)
