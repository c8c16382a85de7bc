import { secretVariable, type LanguageFixes } from './kinds.js';

const bodyHash = `body_hash = hashlib.sha256(body).hexdigest()`;
const join = `message = ".".join([client_id, timestamp, body_hash])`;
const send = `requests.post(url, data=body, headers=headers)  # not json=`;

export const python: LanguageFixes = (scheme) => {
  const signed = scheme === 'gateway' ? 'message.encode()' : 'body';
  const hmac = (data: string): string =>
    `signature = hmac.new(secret.encode(), ${data}, hashlib.sha256).hexdigest()`;
  const digest = scheme === 'gateway' ? bodyHash : hmac('body');
  const variable = secretVariable[scheme];
  return {
    'serialise-once': `body = json.dumps(payload).encode()\n${digest}\n${send}`,
    'utf8-bytes': `body = text.encode("utf-8")\n${digest}\n${send}`,
    'no-extra-bytes': `with open("body.json", "rb") as file:\n    body = file.read()\n${digest}\n${send}`,
    'empty-body': `body = b""\n${digest}`,
    'body-hash': `${bodyHash}\n${join}`,
    'message-layout': `${join}\n${hmac('message.encode()')}`,
    'session-message': `${hmac('body')}\nheaders["X-Signature"] = signature`,
    'secret-as-text': `key = secret.encode("utf-8")
signature = hmac.new(key, ${signed}, hashlib.sha256).hexdigest()`,
    'secret-trim': `secret = os.environ["${variable}"].strip()
if not secret or secret[0] in "\\"'":
    sys.exit("${variable} is empty or in quotes")`,
    'secret-right-one': `secret = os.environ.get("${variable}", "")
if not secret:
    sys.exit("${variable} is not set")
fingerprint = hashlib.sha256(secret.encode()).hexdigest()[:12]
print(len(secret), fingerprint, file=sys.stderr)  # never the secret itself`,
    'hmac-sha256': `${hmac(signed)}\nheaders["X-Signature"] = signature`,
    'argument-order': `# hmac.new(key, data, digest)\n${hmac(signed)}`,
    'hex-lower': `${hmac(signed)}
if not re.fullmatch("[0-9a-f]{64}", signature):
    raise ValueError("not 64 lower-case hex characters")
headers["X-Signature"] = signature`,
    'unix-seconds': `timestamp = str(int(time.time()))
${join}
headers["X-Timestamp"] = timestamp`,
    'client-id': `client_id = os.environ["CLIENT_ID"].strip()
${join}
headers["X-Client-ID"] = client_id`,
    headers:
      scheme === 'gateway'
        ? `headers = {
    "Content-Type": "application/json",
    "X-Client-ID": client_id,
    "X-Timestamp": timestamp,
    "X-Signature": signature,
}`
        : `headers = {
    "Content-Type": "application/json",
    "X-Signature": signature,
}`,
  };
};
