/**
 * The mistakes that need no encoder: secret, message, algorithm, output, timestamp, client id. Each is
 * {ids, name, scheme?, …}; what it changes is in the member named after its knob.
 */
import { createHash, createHmac } from 'node:crypto';

export const sha = (x, e, a = 'sha256') => createHash(a).update(x).digest(e);
export const mac = (k, x, a = 'sha256') => createHmac(a, k).update(x).digest();
const join = (...parts) => Buffer.concat(parts.map((p) => Buffer.from(p)));

const knob =
  (kind) =>
  (id, name, f, more = {}) => ({
    knob: kind,
    ids: id.split('+'),
    accept: [],
    name,
    [kind]: f,
    ...more,
  });

/* The secret: (secret, base) → text, bytes, or nothing where it does not apply. */
const secret = knob('secret');
const when = (test, f) => (s, base) => (test(s) ? f(s, base) : undefined);
const isHex = (s) => /^(?:[0-9a-f]{2})+$/iu.test(s);
const isBase64 = (s) => /^[\w+/-]+=*$/u.test(s) && s.replace(/=+$/u, '').length % 4 !== 1;
export const secretKnobs = [
  secret('secret-trailing-newline', 'lf', (s) => `${s}\n`),
  secret('secret-trailing-newline', 'crlf', (s) => `${s}\r\n`),
  secret('secret-surrounding-space', 'before', (s) => ` ${s}`),
  secret('secret-surrounding-space', 'after', (s) => `${s} `),
  secret('secret-surrounding-space', 'both', (s) => ` ${s} `),
  secret('secret-surrounding-space', 'tab-before', (s) => `\t${s}`),
  secret('secret-surrounding-space', 'tab-after', (s) => `${s}\t`),
  secret('secret-quoted', 'double', (s) => `"${s}"`),
  secret('secret-quoted', 'single', (s) => `'${s}'`),
  secret(
    'secret-hex-decoded',
    'hex',
    when(isHex, (s) => Buffer.from(s, 'hex')),
  ),
  secret(
    'secret-hex-decoded',
    'biginteger',
    when(
      (s) => isHex(s) && parseInt(s.slice(0, 2), 16) >= 0x80,
      (s) => join([0], Buffer.from(s, 'hex')),
    ),
  ),
  secret(
    'secret-base64-decoded',
    'base64',
    when(isBase64, (s) => Buffer.from(s, 'base64')),
  ),
  secret('secret-base64-encoded', 'base64', (s) => Buffer.from(s).toString('base64')),
  secret('secret-hex-encoded', 'hex', (s) => Buffer.from(s).toString('hex')),
  secret(
    'secret-prefix-stripped',
    'text',
    when(
      (s) => /^(?:sk_live_|whsec_)/u.test(s),
      (s) => s.replace(/^(?:sk_live_|whsec_)/u, ''),
    ),
  ),
  secret(
    'secret-prefix-stripped',
    'then-base64',
    when(
      (s) => s.startsWith('whsec_'),
      (s) => Buffer.from(s.slice(6), 'base64'),
    ),
  ),
  secret('secret-wrong-environment', 'dev', (s, base) =>
    base.scheme === 'A' ? base.others[0].client_secret : base.others[0].secret_key,
  ),
  secret('secret-wrong-environment', 'old', (s, base) =>
    base.scheme === 'A' ? base.others[1].client_secret : base.others[1].secret_key,
  ),
  secret('secret-is-client-id', 'id', (s, base) => base.clientId, { scheme: 'A' }),
  secret('secret-empty', 'empty', () => ''),
  ...['undefined', 'null', 'None', 'nil'].map((word) =>
    secret('secret-undefined', word, () => word),
  ),
  secret('secret-hashed', 'sha256hex', (s) => sha(s, 'hex')),
  secret('secret-hashed', 'sha256', (s) => sha(s)),
  secret('secret-hashed', 'md5hex', (s) => sha(s, 'hex', 'md5')),
  secret('secret-case', 'lower', (s) => s.toLowerCase()),
  secret('secret-case', 'upper', (s) => s.toUpperCase()),
  ...[16, 24, 31, 32, 63].map((n) => secret('secret-truncated', String(n), (s) => s.slice(0, n))),
  secret('secret-truncated', 'last-lost', (s) => s.slice(0, -1)),
  secret('secret-truncated', 'first-lost', (s) => s.slice(1)),
  secret('secret-env-mangled', 'word', (s) => s.replace(/\$\w+/gu, '')),
  secret('secret-env-mangled', 'hash', (s) => s.replace(/#.*$/u, '')),
  secret('secret-url-decoded', 'decoded', (s) => {
    try {
      return decodeURIComponent(s.replaceAll('+', ' '));
    } catch {
      return undefined;
    }
  }),
  secret('secret-url-decoded', 'percent-only', (s) => {
    try {
      return decodeURIComponent(s);
    } catch {
      return undefined;
    }
  }),
  secret('secret-url-decoded', 'encoded', (s) => encodeURIComponent(s)),
  ...['CLIENT_SECRET=', 'SECRET_KEY='].map((name) =>
    secret('secret-env-line', name, (s) => name + s),
  ),
  secret('secret-utf16', 'le', (s) => Buffer.from(s, 'utf16le')),
  ...['secret', 'changeme'].map((word) => secret('secret-placeholder', word, () => word)),
];

/* The inner hash of scheme A: (body bytes, secret) → text or bytes. */
const inner = knob('inner');
export const innerKnobs = [
  inner('bodyhash-raw-body', 'raw', (b) => b),
  inner('bodyhash-uppercase', 'upper', (b) => sha(b, 'hex').toUpperCase()),
  inner('bodyhash-base64', 'base64', (b) => sha(b, 'base64')),
  inner('bodyhash-base64url', 'base64url', (b) => sha(b, 'base64url')),
  inner('bodyhash-bytes', 'bytes', (b) => sha(b)),
  inner('bodyhash-double', 'of-hex', (b) => sha(sha(b, 'hex'), 'hex')),
  inner('bodyhash-double', 'of-bytes', (b) => sha(sha(b), 'hex')),
  ...['md5', 'sha1', 'sha512'].map((a) =>
    inner('bodyhash-other-digest', a, (b) => sha(b, 'hex', a)),
  ),
  inner('bodyhash-hmac', 'hmac', (b, k) => mac(k, b).toString('hex')),
  inner('bodyhash-prefixed', 'sha256=', (b) => `sha256=${sha(b, 'hex')}`),
  inner('bodyhash-empty-omitted', 'empty', (b) => (b.length === 0 ? '' : undefined)),
].map((k) => ({ ...k, scheme: 'A' }));

/* The message: ({c, t, h, b, base, k}) → text or bytes. h is the inner hash as it came out, b the body. */
const layout = knob('layout');
const separators = {
  colon: ':',
  lf: '\n',
  pipe: '|',
  comma: ',',
  dash: '-',
  underscore: '_',
  ampersand: '&',
  semicolon: ';',
  slash: '/',
  space: ' ',
  crlf: '\r\n',
  plus: '+',
  hash: '#',
};
const A = { scheme: 'A' };
const B = { scheme: 'B' };
export const layoutKnobs = [
  layout('layout-no-separator', 'none', ({ c, t, h }) => join(c, t, h), A),
  ...Object.entries(separators).map(([name, s]) =>
    layout('layout-separator', name, ({ c, t, h }) => join(c, s, t, s, h), A),
  ),
  layout('layout-literal-newline', 'backslash-n', ({ c, t, h }) => join(c, '\\n', t, '\\n', h), A),
  ...[
    ['cht', 'c', 'h', 't'],
    ['tch', 't', 'c', 'h'],
    ['thc', 't', 'h', 'c'],
    ['hct', 'h', 'c', 't'],
    ['htc', 'h', 't', 'c'],
  ].map(([name, x, y, z]) =>
    layout('layout-order', name, (m) => join(m[x], '.', m[y], '.', m[z]), A),
  ),
  layout('layout-missing-client-id', 'ts.hash', ({ t, h }) => join(t, '.', h), A),
  layout('layout-missing-timestamp', 'cid.hash', ({ c, h }) => join(c, '.', h), A),
  layout('layout-missing-body-hash', 'cid.ts', ({ c, t }) => join(c, '.', t), A),
  layout('layout-missing-body-hash', 'cid.ts.', ({ c, t }) => join(c, '.', t, '.'), A),
  layout('layout-body-hash-only', 'hash', ({ h }) => join(h), A),
  layout('layout-trailing-newline', 'lf', ({ c, t, h }) => join(c, '.', t, '.', h, '\n'), A),
  layout('layout-trailing-newline', 'dot', ({ c, t, h }) => join(c, '.', t, '.', h, '.'), A),
  layout('layout-method-path', 'coinbase', ({ t, b, base }) => join(t, 'POST', base.path, b), A),
  layout('layout-method-path', 'bitmex', ({ t, b, base }) => join('POST', base.path, t, b), A),
  layout(
    'layout-method-path',
    'sigv4-lines',
    ({ c, t, h, base }) => join('POST\n', base.path, '\n', c, '\n', t, '\n', h),
    A,
  ),
  layout(
    'layout-method-path',
    'dots',
    ({ c, t, h, base }) => join('POST.', base.path, '.', c, '.', t, '.', h),
    A,
  ),
  layout(
    'layout-method-path',
    'ts-lines',
    ({ t, h, base }) => join('POST\n', base.path, '\n', t, '\n', h),
    A,
  ),
  layout(
    'layout-method-path',
    'after-ts',
    ({ c, t, h, base }) => join(c, '.', t, '.POST.', base.path, '.', h),
    A,
  ),
  layout(
    'layout-method-path',
    'path-only',
    ({ c, t, h, base }) => join(c, '.', t, '.', base.path, '.', h),
    A,
  ),
  layout(
    'layout-method-path',
    'coinbase-hash',
    ({ t, h, base }) => join(t, 'POST', base.path, h),
    A,
  ),
  layout(
    'layout-key-value',
    'query',
    ({ c, t, h }) => join('client_id=', c, '&timestamp=', t, '&body_hash=', h),
    A,
  ),
  layout('layout-secret-in-message', 'last', ({ c, t, h, k }) => join(c, '.', t, '.', h, k), A),
  layout('scheme-confused', 'raw-body', ({ b }) => b, A),
  layout('scheme-confused', 'gateway', ({ c, t, b }) => join(c, '.', t, '.', sha(b, 'hex')), {
    ...B,
    needs: 'stamp',
  }),
  layout('layout-timestamp-prefixed', 'ts.B', ({ t, b }) => join(t, '.', b), {
    ...B,
    needs: 'stamp',
  }),
  layout('layout-timestamp-prefixed', 'tsB', ({ t, b }) => join(t, b), { ...B, needs: 'stamp' }),
  layout('layout-timestamp-prefixed', 'v0:ts:B', ({ t, b }) => join('v0:', t, ':', b), {
    ...B,
    needs: 'stamp',
  }),
  layout('layout-timestamp-prefixed', 'B ts', ({ t, b }) => join(b, t), { ...B, needs: 'stamp' }),
  layout('layout-timestamp-prefixed', 'ts:B', ({ t, b }) => join(t, ':', b), {
    ...B,
    needs: 'stamp',
  }),
  layout('layout-timestamp-prefixed', 'B.ts', ({ t, b }) => join(b, '.', t), {
    ...B,
    needs: 'stamp',
  }),
];

/* The algorithm: (key, message) → digest bytes. */
const alg = knob('alg');
const plain = (a, name, f) =>
  alg('alg-plain-hash', `${a}-${name}`, (k, m) =>
    sha(f(Buffer.from(k), Buffer.from(m)), undefined, a),
  );
export const algKnobs = [
  alg('alg-hmac-sha1', 'sha1', (k, m) => mac(k, m, 'sha1')),
  alg('alg-hmac-sha512', 'sha512', (k, m) => mac(k, m, 'sha512')),
  alg('alg-hmac-md5', 'md5', (k, m) => mac(k, m, 'md5')),
  alg('alg-hmac-sha384', 'sha384', (k, m) => mac(k, m, 'sha384')),
  ...['sha256', 'sha1', 'md5'].flatMap((a) => [
    plain(a, 'last', (k, m) => join(m, k)),
    plain(a, 'first', (k, m) => join(k, m)),
    plain(a, 'message', (k, m) => m),
    plain(a, 'dot-last', (k, m) => join(m, '.', k)),
    plain(a, 'dot-first', (k, m) => join(k, '.', m)),
    plain(a, 'key=', (k, m) => join(m, '&key=', k)),
  ]),
  alg('alg-hash-of-hmac', 'of-hex', (k, m) => sha(mac(k, m).toString('hex'))),
  alg('alg-hash-of-hmac', 'of-bytes', (k, m) => sha(mac(k, m))),
  alg('alg-double-hmac', 'bytes', (k, m) => mac(k, mac(k, m))),
  alg('alg-double-hmac', 'hex', (k, m) => mac(k, mac(k, m).toString('hex'))),
  alg('msg-prehashed', 'hex', (k, m) => mac(k, sha(m, 'hex'))),
  alg('msg-prehashed', 'bytes', (k, m) => mac(k, sha(m))),
  alg('msg-prehashed', 'base64', (k, m) => mac(k, sha(m, 'base64'))),
  alg('key-message-swapped', 'swapped', (k, m) => mac(m, k)),
];

/* The text of the signature: (digest, base) → text. */
const out = knob('out');
const x = (d) => d.toString('hex');
const prefixes = [
  'sha256=',
  'v1=',
  'v0=',
  'v1,',
  'HMAC-SHA256 ',
  'Signature ',
  '0x',
  '(stdin)= ',
  'sha256= ',
  'SHA2-256(stdin)= ',
  'sha256:',
  'hmac ',
];
export const outKnobs = [
  out('out-uppercase-hex', 'upper', (d) => x(d).toUpperCase()),
  out('out-base64', 'base64', (d) => d.toString('base64')),
  out('out-base64url', 'no-padding', (d) => d.toString('base64url')),
  out('out-base64url', 'padding', (d) =>
    d.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  ),
  out('out-base64-nopad', 'no-padding', (d) => d.toString('base64').replace(/=+$/u, '')),
  out('out-base64-of-hex', 'of-hex', (d) => Buffer.from(x(d)).toString('base64')),
  out('out-base64-of-hex', 'of-hex-lf', (d) => Buffer.from(`${x(d)}\n`).toString('base64')),
  out('out-dashed-hex', 'upper', (d) => x(d).toUpperCase().match(/../gu).join('-')),
  out('out-hex-unpadded', 'lower', (d) => Array.from(d, (b) => b.toString(16)).join('')),
  out('out-hex-unpadded', 'leading-lost', (d) => x(d).replace(/^0+/u, '')),
  out('out-hex-sign-extended', 'padded', (d) =>
    Array.from(d, (b) => (b > 127 ? 'ffffff' : '') + b.toString(16).padStart(2, '0')).join(''),
  ),
  out('out-hex-sign-extended', 'unpadded', (d) =>
    Array.from(d, (b) => (b > 127 ? 'ffffff' : '') + b.toString(16)).join(''),
  ),
  ...prefixes.map((p) => out('out-prefixed', p, (d) => p + x(d))),
  out('out-prefixed', 't=,v1=', (d, base) => `t=${base.timestamp},v1=${x(d)}`),
  out('out-quoted', 'double', (d) => `"${x(d)}"`),
  out('out-bytes-literal', 'b', (d) => `b'${x(d)}'`),
  ...[32, 40, 63].map((n) => out('out-truncated', String(n), (d) => x(d).slice(0, n))),
  out('out-percent-encoded', 'base64', (d) => encodeURIComponent(d.toString('base64'))),
];

/* The timestamp as signed and as sent: (base) → {signed?, header?}. */
const stamp = (id, name, f) => ({
  knob: 'stamp',
  ids: id.split('+'),
  accept: [],
  name,
  stamp: f,
  scheme: 'A',
});
const iso = (ts) => new Date(Number(ts) * 1000).toISOString();
const isoForms = {
  ms: iso,
  z: (ts) => iso(ts).replace('.000Z', 'Z'),
  offset: (ts) => iso(ts).replace('.000Z', '+00:00'),
  naive: (ts) => iso(ts).replace('.000Z', ''),
  rfc1123: (ts) => new Date(Number(ts) * 1000).toUTCString(),
};
export const stampKnobs = [
  ...['000', '007', '317', '842', '999'].map((ms) =>
    stamp('ts-ms-signed', ms, ({ timestamp: t }) => ({ signed: t + ms })),
  ),
  ...['000', '118', '733'].map((ms) =>
    stamp('ts-ms-header', ms, ({ timestamp: t }) => ({ signed: t, header: t + ms })),
  ),
  ...['000', '512'].map((ms) =>
    stamp('ts-ms-both', ms, ({ timestamp: t }) => ({ signed: t + ms, header: t + ms })),
  ),
  stamp('ts-float-signed', '.0', ({ timestamp: t }) => ({ signed: `${t}.0` })),
  ...['.123', '.5', '.123456', '.0'].map((f) =>
    stamp('ts-float-both', f, ({ timestamp: t }) => ({ signed: t + f, header: t + f })),
  ),
  ...Object.entries(isoForms).map(([name, f]) =>
    stamp('ts-iso-signed', name, ({ timestamp: t }) => ({ signed: f(t) })),
  ),
  ...Object.entries(isoForms).map(([name, f]) =>
    stamp('ts-iso-both', name, ({ timestamp: t }) => ({ signed: f(t), header: f(t) })),
  ),
  ...[-5, -3, -2, -1, 1, 2, 3, 4, 5].map((d) =>
    stamp('ts-regenerated', String(d), ({ timestamp: t }) => ({ signed: String(Number(t) + d) })),
  ),
  stamp('ts-micro-nano-both', 'micro', ({ timestamp: t }) => ({
    signed: `${t}123456`,
    header: `${t}123456`,
  })),
  stamp('ts-micro-nano-both', 'nano', ({ timestamp: t }) => ({
    signed: `${t}123456789`,
    header: `${t}123456789`,
  })),
];

/* The client id as signed and as sent. */
const client = (id, name, f) => ({
  knob: 'client',
  ids: id.split('+'),
  accept: [],
  name,
  client: f,
  scheme: 'A',
});
export const clientKnobs = [
  client('client-id-case', 'lower', ({ clientId: c }) => ({ signed: c.toLowerCase() })),
  client('client-id-case', 'upper', ({ clientId: c }) => ({ signed: c.toUpperCase() })),
  ...[
    ['lf', '\n'],
    ['space', ' '],
    ['crlf', '\r\n'],
    ['tab', '\t'],
  ].map(([name, s]) =>
    client('client-id-whitespace', name, ({ clientId: c }) => ({ signed: c + s })),
  ),
  client('client-id-whitespace', 'before', ({ clientId: c }) => ({ signed: ` ${c}` })),
  client('client-id-quoted', 'double', ({ clientId: c }) => ({ signed: `"${c}"` })),
  client('client-id-quoted', 'single', ({ clientId: c }) => ({ signed: `'${c}'` })),
  client('client-id-header-mismatch', 'other', ({ others }) => ({ header: others[0].client_id })),
  client('client-id-header-mismatch', 'unknown', () => ({ header: 'SomeOtherGame' })),
  client('client-id-signed-other', 'dev', ({ others }) => ({ signed: others[0].client_id })),
  client('client-id-signed-other', 'old', ({ others }) => ({ signed: others[1].client_id })),
];

export const knobs = [
  ...secretKnobs,
  ...innerKnobs,
  ...layoutKnobs,
  ...algKnobs,
  ...outKnobs,
  ...stampKnobs,
  ...clientKnobs,
];
