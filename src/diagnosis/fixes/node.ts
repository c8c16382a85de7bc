import { secretVariable, type LanguageFixes } from './kinds.js';

const bodyHash = `const bodyHash = createHash('sha256').update(body).digest('hex');`;
const join = `const message = [clientId, timestamp, bodyHash].join('.');`;
const send = `await fetch(url, { method: 'POST', headers, body });`;

export const node: LanguageFixes = (scheme) => {
  const signed = scheme === 'gateway' ? 'message' : 'body';
  const hmac = (data: string): string =>
    `const signature = createHmac('sha256', secret).update(${data}).digest('hex');`;
  const digest = scheme === 'gateway' ? bodyHash : hmac('body');
  const variable = `process.env.${secretVariable[scheme]}`;
  return {
    'serialise-once': `const body = Buffer.from(JSON.stringify(payload));\n${digest}\n${send}`,
    'utf8-bytes': `const body = Buffer.from(text, 'utf8');\n${digest}\n${send}`,
    'no-extra-bytes': `const body = readFileSync('body.json'); // a Buffer: no encoding, no trim\n${digest}\n${send}`,
    'empty-body': `const body = Buffer.alloc(0);\n${digest}`,
    'body-hash': `${bodyHash}\n${join}`,
    'message-layout': `${join}\n${hmac('message')}`,
    'session-message': `${hmac('body')}\nheaders['X-Signature'] = signature;`,
    'secret-as-text': `const key = Buffer.from(secret, 'utf8');
const signature = createHmac('sha256', key).update(${signed}).digest('hex');`,
    'secret-trim': `const secret = (${variable} ?? '').trim();
if (secret === '' || /^["']/.test(secret)) {
  throw new Error('${secretVariable[scheme]} is empty or in quotes');
}`,
    'secret-right-one': `const secret = ${variable};
if (!secret) throw new Error('${secretVariable[scheme]} is not set');
const fingerprint = createHash('sha256').update(secret).digest('hex').slice(0, 12);
console.error(secret.length, fingerprint); // never the secret itself`,
    'hmac-sha256': `${hmac(signed)}\nheaders['X-Signature'] = signature;`,
    'argument-order': `// createHmac(algorithm, key).update(data)\n${hmac(signed)}`,
    'hex-lower': `${hmac(signed)}
if (!/^[0-9a-f]{64}$/.test(signature)) throw new Error('not 64 lower-case hex characters');
headers['X-Signature'] = signature;`,
    'unix-seconds': `const timestamp = Math.floor(Date.now() / 1000).toString();
${join}
headers['X-Timestamp'] = timestamp;`,
    'client-id': `const clientId = process.env.CLIENT_ID.trim();
${join}
headers['X-Client-ID'] = clientId;`,
    headers:
      scheme === 'gateway'
        ? `const headers = {
  'Content-Type': 'application/json',
  'X-Client-ID': clientId,
  'X-Timestamp': timestamp,
  'X-Signature': signature,
};`
        : `const headers = {
  'Content-Type': 'application/json',
  'X-Signature': signature,
};`,
  };
};
