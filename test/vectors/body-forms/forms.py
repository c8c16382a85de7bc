#!/usr/bin/env python3
"""Python's forms of bodies.json, on stdout."""
import ast
import json
import pprint
import sys
from collections import OrderedDict
from urllib.parse import quote, urlencode

bodies = json.load(open("bodies.json", encoding="utf-8"))
forms = {}


def form(name, make, objects_only=True):
    rows = []
    for body in bodies:
        value = json.loads(body)
        if objects_only and not isinstance(value, dict):
            rows.append(None)
        else:
            rows.append(make(value, body))
    forms[name] = rows


form("str(dict)", lambda v, b: str(v), False)
form("str(bytes)", lambda v, b: str(b.encode()), False)
form("repr(str)", lambda v, b: repr(b), False)
form("str(bytearray)", lambda v, b: str(bytearray(b.encode())), False)
form("str(OrderedDict)", lambda v, b: str(json.loads(b, object_pairs_hook=OrderedDict)), False)
form("str(list(items))", lambda v, b: str(list(v.items())))
form("str(sorted(items))", lambda v, b: str(sorted(v.items())) if len(set(v)) == len(v) else None)
form("str(items)", lambda v, b: str(v.items()))
form("str(sorted dict)", lambda v, b: str(dict(sorted(v.items()))))
form("pformat", lambda v, b: pprint.pformat(v))
form("urlencode", lambda v, b: urlencode(v))
form("urlencode quote", lambda v, b: urlencode(v, quote_via=quote))
form("urlencode doseq", lambda v, b: urlencode(v, doseq=True))
form("urlencode sorted", lambda v, b: urlencode(sorted(v.items())))
form("k=v", lambda v, b: "&".join(f"{k}={x}" for k, x in v.items()))
form("k=v sorted", lambda v, b: "&".join(f"{k}={v[k]}" for k in sorted(v)))
form("k=v sorted, empties out", lambda v, b: "&".join(f"{k}={v[k]}" for k in sorted(v) if v[k] not in (None, "")))
form("k=v sorted, false out", lambda v, b: "&".join(f"{k}={v[k]}" for k in sorted(v) if v[k]))
form("values", lambda v, b: "".join(str(x) for x in v.values()))
form("values sorted |", lambda v, b: "|".join(str(v[k]) for k in sorted(v)))
form("keys and values", lambda v, b: "".join(k + str(v[k]) for k in sorted(v)))
json.dump(forms, sys.stdout, ensure_ascii=False, indent=1)
