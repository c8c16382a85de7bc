import base64, binascii, datetime, hashlib, hmac, json, sys, time, unicodedata, urllib.parse
from decimal import Decimal

def right(scheme, secret, cid, ts, body):
    if scheme == 'B':
        return body
    return (cid + '.' + ts + '.' + hashlib.sha256(body).hexdigest()).encode()

def sort_top(o):
    return dict(sorted(o.items()))

def deep(o, keep):
    if isinstance(o, dict):
        return {k: deep(v, keep) for k, v in o.items() if keep(v)}
    if isinstance(o, list):
        return [deep(v, keep) for v in o]
    return o

def camel(s):
    p = s.split('_')
    return p[0] + ''.join(x[:1].upper() + x[1:] for x in p[1:])

def pascal(s):
    c = camel(s)
    return c[:1].upper() + c[1:]

def snake(s):
    out = ''
    for i, c in enumerate(s):
        out += ('_' if i and c.isupper() else '') + c.lower()
    return out

def recase(o, f):
    if isinstance(o, dict):
        return {f(k): recase(v, f) for k, v in o.items()}
    if isinstance(o, list):
        return [recase(v, f) for v in o]
    return o

def recase_top(o, f):
    return {f(k): v for k, v in o.items()}

C = (',', ':')
def compact(o, **k):
    return json.dumps(o, separators=C, ensure_ascii=False, **k)

FORMS = {
  'dumps': lambda o, t: json.dumps(o),
  'dumps-raw': lambda o, t: json.dumps(o, ensure_ascii=False),
  'dumps-sep-ascii': lambda o, t: json.dumps(o, separators=C),
  'dumps-sep': lambda o, t: compact(o),
  'sort-compact': lambda o, t: compact(o, sort_keys=True),
  'sort-ascii': lambda o, t: json.dumps(o, separators=C, sort_keys=True),
  'sort-dumps': lambda o, t: json.dumps(o, sort_keys=True),
  'sort-raw': lambda o, t: json.dumps(o, sort_keys=True, ensure_ascii=False),
  'sort-indent2': lambda o, t: json.dumps(o, sort_keys=True, indent=2, ensure_ascii=False),
  'sort-indent4-ascii': lambda o, t: json.dumps(o, sort_keys=True, indent=4),
  'indent2': lambda o, t: json.dumps(o, indent=2, ensure_ascii=False),
  'indent4': lambda o, t: json.dumps(o, indent=4, ensure_ascii=False),
  'indent4-ascii': lambda o, t: json.dumps(o, indent=4),
  'indent2-ascii': lambda o, t: json.dumps(o, indent=2),
  'indent-tab': lambda o, t: json.dumps(o, indent='\t', ensure_ascii=False),
  'sort-top': lambda o, t: compact(sort_top(o)),
  'decimal-compact': lambda o, t: json.dumps(json.loads(t, parse_float=lambda s: s), separators=C, ensure_ascii=False) if False else None,
  'str': lambda o, t: str(o),
  'fstring-list': lambda o, t: f"{o}",
  'urlencode': lambda o, t: urllib.parse.urlencode(o),
  'urlencode-sorted': lambda o, t: urllib.parse.urlencode(sorted(o.items())),
  'query-sorted': lambda o, t: '&'.join(f'{k}={o[k]}' for k in sorted(o)),
  'query-sorted-skip': lambda o, t: '&'.join(f'{k}={o[k]}' for k in sorted(o) if o[k] not in (None, '')),
  'values': lambda o, t: ''.join(str(v) for v in o.values()),
  'values-sorted': lambda o, t: ''.join(str(o[k]) for k in sorted(o)),
  'values-pipe': lambda o, t: '|'.join(str(v) for v in o.values()),
  'values-pipe-sorted': lambda o, t: '|'.join(str(o[k]) for k in sorted(o)),
  'double': lambda o, t: json.dumps(t),
  'double-raw': lambda o, t: json.dumps(t, ensure_ascii=False),
  'drop-none': lambda o, t: compact(deep(o, lambda v: v is not None)),
  'drop-none-top': lambda o, t: compact({k: v for k, v in o.items() if v is not None}),
  'drop-none-dumps': lambda o, t: json.dumps({k: v for k, v in o.items() if v is not None}),
  'drop-none-sort': lambda o, t: compact(deep(o, lambda v: v is not None), sort_keys=True),
  'drop-none-sort-ascii': lambda o, t: json.dumps(deep(o, lambda v: v is not None), separators=C, sort_keys=True),
  'drop-empty-str': lambda o, t: compact({k: v for k, v in o.items() if v is not None and v != ''}),
  'drop-falsy': lambda o, t: compact({k: v for k, v in o.items() if v}),
  'drop-empty-all': lambda o, t: compact(deep(o, lambda v: not (v is None or v == '' or v == [] or v == {}))),
  'pascal': lambda o, t: compact(recase(o, pascal)),
  'camel': lambda o, t: compact(recase(o, camel)),
  'snake': lambda o, t: compact(recase(o, snake)),
  'pascal-top': lambda o, t: compact(recase_top(o, pascal)),
  'camel-top': lambda o, t: compact(recase_top(o, camel)),
  'snake-top': lambda o, t: compact(recase_top(o, snake)),
  'values-json': lambda o, t: None,
}

# Text- and byte-level mistakes: these do not need JSON.
def u(s): return s.encode('utf-8')
TEXT = {
  'nl': lambda t, b: b + b'\n',
  'crnl': lambda t, b: b + b'\r\n',
  'rstrip': lambda t, b: b.rstrip(b'\r\n'),
  'rstrip1': lambda t, b: b[:-1] if b.endswith(b'\n') else b,
  'strip': lambda t, b: b.strip(),
  'crlf': lambda t, b: b.replace(b'\r\n', b'\n').replace(b'\n', b'\r\n'),
  'lf': lambda t, b: b.replace(b'\r\n', b'\n'),
  'lines-joined': lambda t, b: u(''.join(t.splitlines())) if '\u2028' not in t else None,
  'lines-space': lambda t, b: b.replace(b'\r\n', b'\n').replace(b'\n', b' '),
  'no-whitespace': lambda t, b: b.translate(None, b' \t\r\n'),
  'bom': lambda t, b: t.encode('utf-8-sig'),
  'bom-stripped': lambda t, b: u(b.decode('utf-8-sig')),
  'ascii-q': lambda t, b: t.encode('ascii', 'replace'),
  'ascii-ignore': lambda t, b: None,
  'latin1-q': lambda t, b: t.encode('latin-1', 'replace'),
  'cp1252-q': lambda t, b: t.encode('cp1252', 'replace'),
  'utf16le': lambda t, b: t.encode('utf-16-le'),
  'utf16': lambda t, b: t.encode('utf-16'),
  'mojibake': lambda t, b: u(b.decode('latin-1')),
  'mojibake-1252': lambda t, b: u(b.decode('cp1252')),
  'nfd': lambda t, b: u(unicodedata.normalize('NFD', t)),
  'nfc': lambda t, b: u(unicodedata.normalize('NFC', t)),
  'b64': lambda t, b: base64.b64encode(b),
  'quote': lambda t, b: u(urllib.parse.quote(t)),
  'quote-all': lambda t, b: u(urllib.parse.quote(t, safe='')),
  'quote-plus': lambda t, b: u(urllib.parse.quote_plus(t)),
  'truncated-chars': lambda t, b: b[:len(t.encode('utf-16-le')) // 2],
  'truncated-points': lambda t, b: b[:len(t)],
  'empty': lambda t, b: b'',
}

def sigs(scheme, secret, cid, ts, body):
    m = right(scheme, secret, cid, ts, body)
    k = secret.encode()
    d = hmac.new(k, m, hashlib.sha256).digest()
    out = {
      'bytes-literal': str(base64.b64encode(d)),
      'bytes-literal-hex': str(binascii.hexlify(d)),
      'b64': base64.b64encode(d).decode(),
      'b64url': base64.urlsafe_b64encode(d).decode(),
      'b64url-nopad': base64.urlsafe_b64encode(d).rstrip(b'=').decode(),
      'b64-of-hex': base64.b64encode(d.hex().encode()).decode(),
      'b64-quoted': urllib.parse.quote(base64.b64encode(d), safe=''),
      'sha512': hmac.new(k, m, hashlib.sha512).hexdigest(),
      'sha1': hmac.new(k, m, hashlib.sha1).hexdigest(),
      'md5': hmac.new(k, m, hashlib.md5).hexdigest(),
      'sha384': hmac.new(k, m, hashlib.sha384).hexdigest(),
      'sha1-b64': base64.b64encode(hmac.new(k, m, hashlib.sha1).digest()).decode(),
      'sha512-b64': base64.b64encode(hmac.new(k, m, hashlib.sha512).digest()).decode(),
      'swapped': hmac.new(m, k, hashlib.sha256).hexdigest(),
      'plain-last': hashlib.sha256(m + k).hexdigest(),
      'plain-first': hashlib.sha256(k + m).hexdigest(),
      'plain': hashlib.sha256(m).hexdigest(),
      'plain-sha1-last': hashlib.sha1(m + k).hexdigest(),
      'plain-md5-key': hashlib.md5(m + b'&key=' + k).hexdigest(),
      'plain-md5-key-upper': hashlib.md5(m + b'&key=' + k).hexdigest().upper(),
      'plain-md5-last': hashlib.md5(m + k).hexdigest(),
      'double-hmac': hmac.new(k, hmac.new(k, m, hashlib.sha256).digest(), hashlib.sha256).hexdigest(),
      'hash-of-hmac': hashlib.sha256(d).hexdigest(),
      'hash-of-hexhmac': hashlib.sha256(d.hex().encode()).hexdigest(),
      'prehashed-hex': hmac.new(k, hashlib.sha256(m).hexdigest().encode(), hashlib.sha256).hexdigest(),
      'prehashed-bytes': hmac.new(k, hashlib.sha256(m).digest(), hashlib.sha256).hexdigest(),
      'key-None': hmac.new(str(None).encode(), m, hashlib.sha256).hexdigest(),
      'key-repr': hmac.new(repr(secret).encode(), m, hashlib.sha256).hexdigest(),
      'key-bytes-literal': hmac.new(str(k).encode(), m, hashlib.sha256).hexdigest(),
      'hex0x': hex(int(d.hex(), 16)),
    }
    try:
        out['key-b64dec'] = hmac.new(base64.b64decode(secret, validate=True), m, hashlib.sha256).hexdigest()
    except Exception: pass
    try:
        out['key-unhex'] = hmac.new(bytes.fromhex(secret), m, hashlib.sha256).hexdigest()
    except Exception: pass
    if scheme == 'A':
        out['float-ts'] = hmac.new(k, f"{cid}.{float(ts)}.{hashlib.sha256(body).hexdigest()}".encode(), hashlib.sha256).hexdigest()
        out['inner-bytes'] = hmac.new(k, f"{cid}.{ts}.".encode() + hashlib.sha256(body).digest(), hashlib.sha256).hexdigest()
        out['inner-repr'] = None
        t = datetime.datetime.fromtimestamp(int(ts), datetime.timezone.utc)
        h = hashlib.sha256(body).hexdigest()
        for name, text in {
            'iso': t.isoformat(), 'iso-z': t.strftime('%Y-%m-%dT%H:%M:%SZ'), 'iso-naive': t.replace(tzinfo=None).isoformat(),
            'rfc1123': t.strftime('%a, %d %b %Y %H:%M:%S GMT'), 'iso-ms': t.strftime('%Y-%m-%dT%H:%M:%S.000Z'),
        }.items():
            out['ts-' + name] = hmac.new(k, f"{cid}.{text}.{h}".encode(), hashlib.sha256).hexdigest()
    return out

b64 = lambda b: base64.b64encode(b).decode()
for line in sys.stdin:
    n, body, secret, cid, ts, scheme = line.rstrip('\n').split('\t')
    body = base64.b64decode(body); secret = base64.b64decode(secret).decode()
    try: text = body.decode('utf-8')
    except Exception: text = None
    try: obj = json.loads(text.lstrip('\ufeff'))
    except Exception: obj = None
    if isinstance(obj, dict):
        for name, f in FORMS.items():
            try:
                r = f(obj, text)
                if r is not None: print(n, 'py.' + name, 'body', b64(u(r)), sep='\t')
            except Exception: pass
        try:
            inner = [k for k, v in obj.items() if isinstance(v, dict) and v]
            for k in inner[:1]: print(n, 'py.member', 'body', b64(u(compact(obj[k]))), sep='\t')
            for k in list(obj)[-1:]: print(n, 'py.without-last', 'body', b64(u(compact({a: v for a, v in obj.items() if a != k}))), sep='\t')
            for k in list(obj)[:1]: print(n, 'py.without-first', 'body', b64(u(compact({a: v for a, v in obj.items() if a != k}))), sep='\t')
            for k in inner[:1]: print(n, 'py.without-nested', 'body', b64(u(compact({a: v for a, v in obj.items() if a != k}))), sep='\t')
        except Exception: pass
    if text is not None:
        for name, f in TEXT.items():
            try:
                r = f(text, body)
                if r is not None: print(n, 'py.' + name, 'body', b64(r), sep='\t')
            except Exception: pass
    for name, s in sigs(scheme, secret, cid, ts, body).items():
        if s is not None: print(n, 'py.' + name, 'sig', b64(s.encode()), sep='\t')
