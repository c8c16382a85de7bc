"""Forms of bodies.json by Python: prints {form: {"causes": .., "rows": [text or null]}}."""
import decimal, json, re, sys
from urllib.parse import urlencode

bodies = json.load(open('bodies.json'))
forms = {}


def form(name, causes, make, *, objects=True):
    rows = []
    for body in bodies:
        try:
            value = json.loads(body)
            rows.append(None if objects and not isinstance(value, dict) else make(value, body))
        except Exception:
            rows.append(None)
    forms[name] = {'causes': causes, 'rows': rows}


compact = dict(separators=(',', ':'))
raw = dict(ensure_ascii=False)


def keys(value, rename):
    if isinstance(value, dict):
        return {rename(k): keys(v, rename) for k, v in value.items()}
    return [keys(v, rename) for v in value] if isinstance(value, list) else value


def top(rename):
    return lambda value: {rename(k): v for k, v in value.items()}


camel = lambda s: re.sub(r'_([a-z0-9])', lambda m: m.group(1).upper(), s)
pascal = lambda s: ''.join(w[:1].upper() + w[1:] for w in s.split('_'))
title = lambda s: ''.join(w.capitalize() for w in s.split('_'))
snake = lambda s: re.sub(r'(?<!^)(?=[A-Z])', '_', s).lower()
snake2 = lambda s: re.sub('([a-z0-9])([A-Z])', r'\1_\2', re.sub('(.)([A-Z][a-z]+)', r'\1_\2', s)).lower()
for name, rename in dict(camel=camel, pascal=pascal, title=title, snake=snake, snake2=snake2).items():
    form(f'{name}', 'body-keys-recased', lambda v, b, r=rename: json.dumps(keys(v, r), **compact, **raw))
    form(f'{name} top', 'body-keys-recased', lambda v, b, r=rename: json.dumps(top(r)(v), **compact, **raw))
    form(f'{name} dumps', 'body-keys-recased body-json-python', lambda v, b, r=rename: json.dumps(keys(v, r)))
form('json.tool', 'body-pretty', lambda v, b: json.dumps(v, indent=4) + '\n', objects=False)
form('indent 0', 'body-pretty', lambda v, b: json.dumps(v, indent=0), objects=False)
form('indent 1', 'body-pretty', lambda v, b: json.dumps(v, indent=1, **raw), objects=False)
form('indent 3', 'body-pretty', lambda v, b: json.dumps(v, indent=3, **raw), objects=False)
form('indent 8', 'body-pretty', lambda v, b: json.dumps(v, indent=8, **raw), objects=False)
form('indent 2 tight', 'body-pretty', lambda v, b: json.dumps(v, indent=2, separators=(',', ':'), **raw), objects=False)
form('indent 2 trailing space', 'body-pretty', lambda v, b: json.dumps(v, indent=2, separators=(', ', ': '), **raw), objects=False)
form('indent 4 sorted raw', 'body-keys-sorted body-pretty', lambda v, b: json.dumps(v, indent=4, sort_keys=True, **raw))
form('comma spaced', 'body-json-spaced', lambda v, b: json.dumps(v, separators=(', ', ':'), **raw))
form('colon spaced', 'body-json-spaced', lambda v, b: json.dumps(v, separators=(',', ': '), **raw))
form('colon spaced both', 'body-json-spaced', lambda v, b: json.dumps(v, separators=(', ', ' : '), **raw))
form('str values', 'body-numbers-as-strings', lambda v, b: json.dumps({k: str(x) for k, x in v.items() if not isinstance(x, (dict, list))} if not any(isinstance(x, (dict, list)) for x in v.values()) else None, **compact, **raw) if not any(isinstance(x, (dict, list)) for x in v.values()) else None)
form('str values of all', 'body-numbers-as-strings', lambda v, b: json.dumps({k: str(x) for k, x in v.items()}, **compact, **raw))
form('decimals as strings', 'body-numbers-as-strings', lambda v, b: json.dumps(json.loads(b, parse_float=decimal.Decimal), default=str, **compact, **raw))
form('decimals as floats', 'body-json-compact', lambda v, b: json.dumps(json.loads(b, parse_float=decimal.Decimal), default=float, **compact, **raw))
form('ints as floats', 'body-ints-to-floats', lambda v, b: json.dumps(json.loads(b, parse_int=float), **compact, **raw))
form('nested as text', 'body-double-encoded', lambda v, b: json.dumps({k: json.dumps(x) if isinstance(x, (dict, list)) else x for k, x in v.items()}))
form('without first', 'body-member-missing', lambda v, b: json.dumps(dict(list(v.items())[1:]), **compact, **raw))
form('without last dumps', 'body-member-missing', lambda v, b: json.dumps(dict(list(v.items())[:-1])))
form('without last raw', 'body-member-missing', lambda v, b: json.dumps(dict(list(v.items())[:-1]), **raw))
form('without last ascii', 'body-member-missing', lambda v, b: json.dumps(dict(list(v.items())[:-1]), **compact))
form('without last sorted', 'body-member-missing body-keys-sorted', lambda v, b: json.dumps(dict(list(v.items())[:-1]), sort_keys=True, **compact, **raw))


def truthy(value):
    if isinstance(value, dict):
        return {k: truthy(v) for k, v in value.items() if v}
    return [truthy(v) for v in value] if isinstance(value, list) else value


def not_none(value):
    if isinstance(value, dict):
        return {k: not_none(v) for k, v in value.items() if v is not None}
    return [not_none(v) for v in value] if isinstance(value, list) else value


def clean(value):
    if isinstance(value, dict):
        return {k: w for k, v in value.items() if (w := clean(v)) not in (None, '', [], {})}
    return [w for v in value if (w := clean(v)) not in (None, '', [], {})] if isinstance(value, list) else value


form('truthy', 'body-empties-dropped', lambda v, b: json.dumps(truthy(v), **compact, **raw))
form('truthy top', 'body-empties-dropped', lambda v, b: json.dumps({k: x for k, x in v.items() if x}, **compact, **raw))
form('truthy top dumps', 'body-empties-dropped body-json-python', lambda v, b: json.dumps({k: x for k, x in v.items() if x}))
form('not empty string', 'body-empties-dropped', lambda v, b: json.dumps({k: x for k, x in v.items() if x not in (None, '')}, **compact, **raw))
form('not none dumps', 'body-nulls-dropped body-json-python', lambda v, b: json.dumps(not_none(v)))
form('clean', 'body-empties-dropped', lambda v, b: json.dumps(clean(v), **compact, **raw))
form('sorted not none', 'body-keys-sorted body-nulls-dropped', lambda v, b: json.dumps(not_none(v), sort_keys=True, **compact, **raw))
form('sorted not none dumps', 'body-keys-sorted body-nulls-dropped', lambda v, b: json.dumps(not_none(v), sort_keys=True))
form('repr', 'body-python-repr', lambda v, b: repr(v), objects=False)
form('repr of text', 'body-python-repr', lambda v, b: repr(b), objects=False)
form('replace quotes', 'body-python-repr', lambda v, b: str(v).replace("'", '"'))
form('repr not none', 'body-python-repr', lambda v, b: str({k: x for k, x in v.items() if x is not None}))
form('repr keys', 'body-python-repr', lambda v, b: str(list(v)))
form('repr values', 'body-python-repr', lambda v, b: str(list(v.values())))
form('k=v json sorted', 'body-query-sorted', lambda v, b: '&'.join(f'{k}={json.dumps(x, **compact)}' for k, x in sorted(v.items())))
form('urlencode sorted doseq', 'body-query-sorted', lambda v, b: urlencode(sorted(v.items()), doseq=True))
form('k=v lower bool', 'body-query-sorted', lambda v, b: '&'.join(f'{k}={str(x).lower() if isinstance(x, bool) else x}' for k, x in sorted(v.items())))
form('k=v not empty', 'body-query-sorted', lambda v, b: '&'.join(f'{k}={x}' for k, x in sorted(v.items()) if x not in (None, '')))
form('k=v truthy', 'body-query-sorted', lambda v, b: '&'.join(f'{k}={x}' for k, x in sorted(v.items()) if x))
form('values', 'body-values-joined', lambda v, b: ''.join(str(x) for x in v.values()))
form('values sorted by key', 'body-values-joined', lambda v, b: ''.join(str(v[k]) for k in sorted(v)))
form('keys and values', 'body-values-joined', lambda v, b: ''.join(k + str(v[k]) for k in sorted(v)))
try:
    import orjson
    form('orjson', 'body-json-compact', lambda v, b: orjson.dumps(orjson.loads(b)).decode(), objects=False)
    form('orjson indent', 'body-pretty', lambda v, b: orjson.dumps(orjson.loads(b), option=orjson.OPT_INDENT_2).decode(), objects=False)
    form('orjson sorted', 'body-keys-sorted', lambda v, b: orjson.dumps(orjson.loads(b), option=orjson.OPT_SORT_KEYS).decode())
    form('orjson newline', 'body-json-compact body-trailing-newline', lambda v, b: orjson.dumps(orjson.loads(b), option=orjson.OPT_APPEND_NEWLINE).decode())
except ImportError:
    print('no orjson', file=sys.stderr)
json.dump(forms, sys.stdout, indent=1)
