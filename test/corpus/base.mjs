/** One request before the mistake, and what the choices made of it. */
import { mac, sha } from './knobs.mjs';

/** {signature, digest, headers, message}: undefined where a choice does not apply to this request. */
export function sign(base, choices) {
  const by = Object.fromEntries(choices.map((c) => [c.knob, c]));
  const key = by.secret ? by.secret.secret(base.secret, base) : base.secret;
  if (key === undefined) return undefined;
  const body = by.body ? by.body.bytes : base.body;
  const stamps = by.stamp ? by.stamp.stamp(base) : {};
  const clients = by.client ? by.client.client(base) : {};
  const t = stamps.signed ?? base.timestamp;
  const c = clients.signed ?? base.clientId;
  let h = '';
  if (base.scheme === 'A') {
    h = by.inner ? by.inner.inner(body, key) : sha(body, 'hex');
    if (h === undefined) return undefined;
  }
  const message = by.layout
    ? by.layout.layout({ c, t, h, b: body, base, k: key })
    : base.scheme === 'A'
      ? Buffer.concat([Buffer.from(`${c}.${t}.`), Buffer.from(h)])
      : body;
  const digest = by.alg ? by.alg.alg(key, message) : mac(key, message);
  const signature = by.out ? by.out.out(digest, base) : digest.toString('hex');
  return {
    signature,
    digest,
    message: Buffer.from(message),
    key: Buffer.from(key),
    body,
    header: {
      timestamp: stamps.header ?? base.timestamp,
      clientId: clients.header ?? base.clientId,
    },
  };
}

export const rightSignature = (base) => sign(base, []).signature;

/** The envelope that pvg reads. */
export function envelope(
  base,
  signature,
  {
    timestamp = base.timestamp,
    clientId = base.clientId,
    headers = {},
    drop = [],
    receivedAt,
  } = {},
) {
  const own =
    base.scheme === 'A'
      ? { 'X-Client-ID': clientId, 'X-Timestamp': timestamp }
      : base.stamped
        ? { 'X-Client-ID': clientId, 'X-Timestamp': timestamp }
        : {};
  const given = {
    'Content-Type': 'application/json',
    ...own,
    ...(signature === undefined ? {} : { 'X-Signature': signature }),
    ...headers,
  };
  const all = Object.fromEntries(Object.entries(given).filter(([name]) => !drop.includes(name)));
  const text = base.wire.toString('utf8');
  const exact =
    Buffer.from(text).equals(base.wire) &&
    !base.wire.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
  return {
    ...(base.named ? { interface: base.scheme === 'A' ? 'gateway' : 'session' } : {}),
    method: 'POST',
    url: `https://${base.scheme === 'A' ? 'gateway' : 'xmdt'}.example.com${base.path}`,
    headers: all,
    ...(exact ? { body: text } : { body_base64: base.wire.toString('base64') }),
    ...(receivedAt === undefined ? {} : { received_at: receivedAt }),
  };
}

export const credentialsOf = (base) => ({
  client_id: base.clientId,
  ...(base.scheme === 'A' ? { client_secret: base.secret } : { secret_key: base.secret }),
  ...(base.withOthers ? { others: base.others } : {}),
});
