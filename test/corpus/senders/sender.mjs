import { createHash, createHmac } from 'node:crypto';
import { createInterface } from 'node:readline';
import { URLSearchParams } from 'node:url';

const out = (n, form, kind, bytes) => {
  if (bytes !== undefined && bytes !== null)
    process.stdout.write(`${n}\tjs.${form}\t${kind}\t${Buffer.from(bytes).toString('base64')}\n`);
};
const sorted = (o) =>
  Array.isArray(o)
    ? o.map(sorted)
    : o && typeof o === 'object'
      ? Object.fromEntries(
          Object.keys(o)
            .sort()
            .map((k) => [k, sorted(o[k])]),
        )
      : o;
const attempt = (f) => {
  try {
    return f();
  } catch {
    return undefined;
  }
};
const clean = (o, keep) =>
  Array.isArray(o)
    ? o.map((v) => clean(v, keep))
    : o && typeof o === 'object'
      ? Object.fromEntries(
          Object.entries(o)
            .filter(([, v]) => keep(v))
            .map(([k, v]) => [k, clean(v, keep)]),
        )
      : o;
const hex = (b) => Array.from(b, (x) => x.toString(16)).join('');

for await (const line of createInterface({ input: process.stdin })) {
  const [n, b64, s64, cid, ts, scheme] = line.split('\t');
  const body = Buffer.from(b64, 'base64');
  const text = body.toString('utf8');
  const secret = Buffer.from(s64, 'base64').toString();
  const obj = attempt(() => JSON.parse(text));
  if (obj && typeof obj === 'object' && !Array.isArray(obj)) {
    const forms = {
      stringify: () => JSON.stringify(obj),
      indent2: () => JSON.stringify(obj, null, 2),
      indent4: () => JSON.stringify(obj, null, 4),
      tab: () => JSON.stringify(obj, null, '\t'),
      sorted: () => JSON.stringify(sorted(obj)),
      'sorted-indent2': () => JSON.stringify(sorted(obj), null, 2),
      'replacer-keys': () => JSON.stringify(obj, Object.keys(obj).sort()),
      string: () => `${obj}`,
      concat: () => '' + obj.nothing,
      params: () => new URLSearchParams(obj).toString(),
      'params-sorted': () => {
        const p = new URLSearchParams(obj);
        p.sort();
        return p.toString();
      },
      'kv-sorted': () =>
        Object.keys(obj)
          .sort()
          .map((k) => `${k}=${obj[k]}`)
          .join('&'),
      'kv-sorted-skip': () =>
        Object.keys(obj)
          .sort()
          .filter((k) => obj[k] !== null && obj[k] !== '')
          .map((k) => `${k}=${obj[k]}`)
          .join('&'),
      'kv-encoded': () =>
        Object.keys(obj)
          .map((k) => `${encodeURIComponent(k)}=${encodeURIComponent(obj[k])}`)
          .join('&'),
      values: () => Object.values(obj).join(''),
      'values-pipe': () => Object.values(obj).join('|'),
      double: () => JSON.stringify(text),
      'double-stringify': () => JSON.stringify(JSON.stringify(obj)),
      'no-nulls': () => JSON.stringify(clean(obj, (v) => v !== null)),
      'no-empties': () =>
        JSON.stringify(
          Object.fromEntries(Object.entries(obj).filter(([, v]) => v !== null && v !== '')),
        ),
      'inner-first': () => {
        const inner = Object.values(obj).find((v) => v && typeof v === 'object');
        return inner && JSON.stringify(inner);
      },
    };
    for (const [name, f] of Object.entries(forms)) out(n, name, 'body', attempt(f));
  }
  out(n, 'latin1', 'body', Buffer.from(text, 'latin1'));
  out(n, 'ascii', 'body', Buffer.from(text, 'ascii'));
  out(n, 'ucs2', 'body', Buffer.from(text, 'utf16le'));
  out(n, 'from-latin1', 'body', Buffer.from(body.toString('latin1'), 'utf8'));
  out(
    n,
    'component',
    'body',
    attempt(() => encodeURIComponent(text)),
  );
  out(
    n,
    'uri',
    'body',
    attempt(() => encodeURI(text)),
  );
  out(n, 'nfd', 'body', text.normalize('NFD'));
  out(n, 'nfc', 'body', text.normalize('NFC'));
  out(n, 'length', 'body', body.subarray(0, text.length));
  const sha = (x, e = 'hex') => createHash('sha256').update(x).digest(e);
  const m = scheme === 'B' ? body : Buffer.from(`${cid}.${ts}.${sha(body)}`);
  const mac = (k, x, e = 'hex', a = 'sha256') => createHmac(a, k).update(x).digest(e);
  const sig = {
    base64: mac(secret, m, 'base64'),
    base64url: mac(secret, m, 'base64url'),
    'hex-unpadded': hex(mac(secret, m, undefined)),
    json: JSON.stringify(mac(secret, m)),
    github: `sha256=${mac(secret, m)}`,
    v1: `v1=${mac(secret, m)}`,
    'standard-webhooks': `v1,${mac(secret, m, 'base64')}`,
    upper: mac(secret, m).toUpperCase(),
    btoa: Buffer.from(mac(secret, m), 'latin1').toString('base64'),
    undefined: mac(`${undefined}`, m),
    hexkey: /^(?:[0-9a-f]{2})+$/i.test(secret) ? mac(Buffer.from(secret, 'hex'), m) : undefined,
    b64key:
      /^[A-Za-z0-9+/]+=*$/.test(secret) && secret.length % 4 === 0
        ? mac(Buffer.from(secret, 'base64'), m)
        : undefined,
    'b64key-base64':
      /^[A-Za-z0-9+/]+=*$/.test(secret) && secret.length % 4 === 0
        ? mac(Buffer.from(secret, 'base64'), m, 'base64')
        : undefined,
    whsec: secret.startsWith('whsec_') ? mac(Buffer.from(secret.slice(6), 'base64'), m) : undefined,
    'whsec-base64': secret.startsWith('whsec_')
      ? mac(Buffer.from(secret.slice(6), 'base64'), m, 'base64')
      : undefined,
    'whsec-v1': secret.startsWith('whsec_')
      ? `v1,${mac(Buffer.from(secret.slice(6), 'base64'), m, 'base64')}`
      : undefined,
    'plain-hash': sha(Buffer.concat([m, Buffer.from(secret)])),
    'quoted-key': mac(JSON.stringify(secret), m),
  };
  if (scheme === 'A') {
    const ms = `${ts}${String((Number(ts) * 7919) % 1000).padStart(3, '0')}`;
    sig['date-now'] = mac(secret, `${cid}.${ms}.${sha(body)}`);
    sig['date-now-base64'] = mac(secret, `${cid}.${ms}.${sha(body)}`, 'base64');
    sig['iso'] = mac(secret, `${cid}.${new Date(Number(ts) * 1000).toISOString()}.${sha(body)}`);
    sig['utc-string'] = mac(
      secret,
      `${cid}.${new Date(Number(ts) * 1000).toUTCString()}.${sha(body)}`,
    );
    if (obj && typeof obj === 'object') {
      sig['date-now-json'] = mac(secret, `${cid}.${ms}.${sha(JSON.stringify(obj))}`);
      sig['object-hash'] = undefined;
    }
    sig['stripe'] = `t=${ts},v1=${mac(secret, Buffer.concat([Buffer.from(`${ts}.`), body]))}`;
  } else {
    sig['stripe'] = `t=${ts},v1=${mac(secret, Buffer.concat([Buffer.from(`${ts}.`), body]))}`;
    sig['slack'] = `v0=${mac(secret, Buffer.concat([Buffer.from(`v0:${ts}:`), body]))}`;
  }
  for (const [name, s] of Object.entries(sig)) out(n, name, 'sig', s);
}
