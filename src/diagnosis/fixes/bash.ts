import { secretVariable, type LanguageFixes } from './kinds.js';

const bodyHash = `body_hash=$(printf '%s' "$body" | openssl dgst -sha256 -r | cut -d ' ' -f 1)`;
const join = `message="$client_id.$timestamp.$body_hash"`;

/** perl and not `openssl -hmac`, which would show the secret in the list of processes. */
const perl = `SECRET="$secret" perl \\
  -MDigest::SHA=hmac_sha256_hex -0777 -e 'print hmac_sha256_hex(<STDIN> // "", $ENV{SECRET})'`;
const hmac = (name: string): string => `signature=$(printf '%s' "$${name}" | ${perl})`;

export const bash: LanguageFixes = (scheme) => {
  const gateway = scheme === 'gateway';
  const signed = gateway ? 'message' : 'body';
  const digest = gateway ? bodyHash : hmac('body');
  const variable = secretVariable[scheme];
  const send = `printf '%s' "$body" | curl "$url" "\${headers[@]}" --data-binary @-`;
  return {
    'serialise-once': `body=$(jq -c . <<< "$payload")\n${digest}\n${send}`,
    'utf8-bytes': `body=$(printf '%s' "$text" | iconv -f UTF-8 -t UTF-8) # stops at what is not UTF-8
${digest}
${send}`,
    'no-extra-bytes': gateway
      ? `body_hash=$(openssl dgst -sha256 -r < body.json | cut -d ' ' -f 1)
curl "$url" "\${headers[@]}" --data-binary @body.json # not --data, which drops line ends`
      : `signature=$(${perl} < body.json)
curl "$url" "\${headers[@]}" --data-binary @body.json # not --data, which drops line ends`,
    'empty-body': `body=''\n${digest}`,
    'body-hash': `${bodyHash}\n${join}`,
    'message-layout': `${join}\n${hmac('message')}`,
    'session-message': hmac('body'),
    'secret-as-text': hmac(signed),
    'secret-trim': `secret=\${${variable}#"\${${variable}%%[![:space:]]*}"}
secret=\${secret%"\${secret##*[![:space:]]}"}
case $secret in
  '' | \\"* | \\'*) echo '${variable} is empty or in quotes' >&2; exit 1 ;;
esac`,
    'secret-right-one': `secret=\${${variable}:?}
fingerprint=$(printf '%s' "$secret" | sha256sum | cut -c 1-12)
echo "\${#secret} $fingerprint" >&2 # never the secret itself`,
    'hmac-sha256': hmac(signed),
    'argument-order': `# hmac_sha256_hex(data, key)\n${hmac(signed)}`,
    'hex-lower': `${hmac(signed)}
[[ $signature =~ ^[0-9a-f]{64}$ ]] || exit 1`,
    'unix-seconds': `timestamp=$(date +%s)
${join}
headers+=(--header "X-Timestamp: $timestamp")`,
    'client-id': `client_id=\${CLIENT_ID//[[:space:]]/}
${join}
headers+=(--header "X-Client-ID: $client_id")`,
    headers: [
      'headers=(',
      `  --header 'Content-Type: application/json'`,
      ...(gateway ? ['  --header "X-Client-ID: $client_id"', '  --header "X-Timestamp: $timestamp"'] : []),
      '  --header "X-Signature: $signature"',
      ')',
    ].join('\n'),
  };
};
