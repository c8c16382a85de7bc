import { allTold, causes, told, type Variants } from '../cause.js';
import {
  documents,
  base64Decoded,
  filePaths,
  hashed,
  hexDecoded,
  keyWas,
  mangled,
  missingValues,
  morePlaceholders,
  parts,
  placeholders,
  secretWith,
  stars,
  urlForms,
  utf16,
  variableNames,
  variableReferences,
  withoutPrefix,
} from './secret-forms.js';
import { htmlForms, miscopied, unseen } from './secret-copies.js';
import { withoutEnd } from '../../text/ends.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const ends: Readonly<Record<string, string>> = {
  '\r': 'a carriage return (CR)',
  '\r\n': 'a line break (CRLF)',
  '\n': 'a line break',
  ' ': 'a space',
};

const betweens: readonly (readonly [text: string, words: string])[] = [
  ...[':', '.', '='].map((mark) => [mark, `joined with \`${mark}\``] as const),
  [' ', 'joined with a space'],
  ['', 'joined without a separator'],
  ...['-', '_', '|', '&', '/', '+'].map((mark) => [mark, `joined with \`${mark}\``] as const),
];

/** The secret and an id, as in Basic authentication and in OAuth 1. */
const joined = (id: string, what: string, secret: string): Variants<string> => [
  ...betweens.flatMap(([between, words], at): Variants<string> => {
    const extra = at < 5 ? 0.5 : 3;
    const says = (first: string, second: string) => `The HMAC key was ${first} and ${second}, ${words}.`;
    return [
      told(`${id}${between}${secret}`, says(what, 'the secret'), extra),
      told(`${secret}${between}${id}`, says('the secret', what), extra),
    ];
  }),
  ...['', 'Basic '].map((scheme) =>
    told(
      scheme + base64(`${id}:${secret}`),
      `The HMAC key was ${what} and the secret as in Basic authentication: joined with \`:\`, then as base64.`,
      3,
    ),
  ),
];

const hexText = (text: string): string => Buffer.from(text).toString('hex');

/** Everything is right except the key. */
export const secret = causes({ where: 'everywhere', kind: 'secret-right-one' })({
  'secret-trailing-newline': {
    commonness: 'A',
    says: 'The HMAC key was the secret with a line break after it.',
    typical: '`echo secret > file`, Docker and Kubernetes secrets, variables that were set in a web console.',
    fix: "Trim the secret when it is read. Write it with `printf '%s'` instead of `echo`.",
    kind: 'secret-trim',
    hints: {
      bash: 'Write the file with printf \'%s\' "$secret" > file, not with echo.',
      python: 'To read it from a file: Path(name).read_text().strip().',
      node: "To read it from a file: readFileSync(name, 'utf8').trim().",
      php: 'To read it from a file: trim(file_get_contents($name)).',
      go: 'To read it from a file: strings.TrimSpace(string(bytes)).',
    },
    keys: ({ secret }) => [
      [`${secret}\n`, 'LF'],
      [`${secret}\r\n`, 'CRLF'],
      [`${secret}\r`, 'CR'],
      keyWas(`${secret}\n\n`, 'the secret with two line breaks after it'),
      keyWas(`${secret}\\n`, 'the secret with a backslash and an `n` (two characters) after it'),
    ],
  },
  'secret-surrounding-space': {
    commonness: 'A',
    says: 'The HMAC key was the secret with a space or tab before or after it.',
    typical: 'Copy and paste, configuration files.',
    fix: 'Trim the secret when it is read. Save its file without a byte order mark.',
    kind: 'secret-trim',
    manyKeys: ({ secret }) => unseen(secret),
    keys: ({ secret }) => [
      secretWith(`${secret} `, 'a space after it'),
      secretWith(` ${secret}`, 'a space before it'),
      secretWith(` ${secret} `, 'a space before it and after it'),
      secretWith(`${secret}\t`, 'a tab after it'),
      secretWith(`\t${secret}`, 'a tab before it'),
      secretWith(`${secret}\u00a0`, 'a no-break space after it'),
      secretWith(`\ufeff${secret}`, 'a byte order mark before it'),
      ...['\r\n', '\n'].map((end) =>
        secretWith(`\ufeff${secret}${end}`, 'a byte order mark before it and a line break after it'),
      ),
      keyWas(
        secret.trim(),
        'the secret without the white space at its beginning or end, but this white space belongs to it',
      ),
    ],
  },
  'secret-quoted': {
    commonness: 'A',
    says: 'The HMAC key was the secret with quotes around it.',
    typical: '`docker --env-file`, which keeps quotes, and other readers of env files.',
    fix: 'Remove the quotes from the env file.',
    kind: 'secret-trim',
    keys: ({ secret }) => [
      [`"${secret}"`, 'double quotes'],
      [`'${secret}'`, 'single quotes'],
      [`\`${secret}\``, 'backquotes'],
      keyWas(`"${secret}"\n`, 'the secret with double quotes around it and a line break after them'),
      [`\u201c${secret}\u201d`, 'curly quotes'],
      keyWas(`b'${secret}'`, "the secret as Python prints bytes, `b'…'`"),
      keyWas(`Optional("${secret}")`, 'the secret as Swift prints an Optional, `Optional("…")`'),
    ],
    manyKeys: ({ secret }) => [
      ...['\r', '\r\n', '\n', ' '].flatMap((end) =>
        ['"', "'"].map((quote) =>
          told(
            `${quote}${secret}${quote}${end}`,
            `The HMAC key was the secret with quotes around it and ${ends[end] ?? ''} after them.`,
          ),
        ),
      ),
    ],
  },
  'secret-hex-decoded': {
    commonness: 'A',
    says: 'The secret was decoded as hex, and the resulting bytes were used as the HMAC key.',
    typical: 'Code taken from Adyen, Bitstamp and many C# samples.',
    fix: 'Use the characters of the secret (UTF-8) as the key. Do not decode it.',
    kind: 'secret-as-text',
    hints: {
      node: "Do not use Buffer.from(secret, 'hex').",
      python: 'Do not use bytes.fromhex(secret).',
      php: "Do not use hex2bin($secret) or pack('H*', $secret).",
    },
    keyBytes: ({ secret }) => hexDecoded(secret),
  },
  'secret-base64-decoded': {
    commonness: 'A',
    says: 'The secret was decoded as base64, and the resulting bytes were used as the HMAC key.',
    typical: 'Code taken from Svix, Standard Webhooks, Azure or Polymarket.',
    fix: 'Use the characters of the secret (UTF-8) as the key. Do not decode it.',
    kind: 'secret-as-text',
    hints: {
      node: "Do not use Buffer.from(secret, 'base64').",
      python: 'Do not use base64.b64decode(secret).',
    },
    keyBytes: ({ secret }) => base64Decoded(secret),
  },
  'secret-base64-encoded': {
    commonness: 'C',
    says: 'The secret was encoded as base64, and that text was used as the HMAC key.',
    typical: 'A Kubernetes Secret whose value was copied from its manifest without decoding.',
    fix: 'Decode the stored value once. Use the secret as it was issued.',
    kind: 'secret-as-text',
    keys: ({ secret }) => [
      [base64(secret)],
      [withoutEnd(base64(secret), '='), 'without padding'],
      [Buffer.from(secret).toString('base64url'), 'base64url'],
      [base64(`${secret}\n`), 'of the secret with a line break'],
      [`${base64(secret)}\n`, 'with a line break after it'],
    ],
  },
  'secret-hex-encoded': {
    commonness: 'D',
    says: 'The secret was encoded as hex, and that text was used as the HMAC key.',
    typical: 'Helpers that need their key in hex.',
    fix: 'Use the characters of the secret (UTF-8) as the key. Do not encode it.',
    kind: 'secret-as-text',
    keys: ({ secret }) => [
      [hexText(secret), 'lower case'],
      [hexText(secret).toUpperCase(), 'upper case'],
    ],
  },
  'secret-prefix-stripped': {
    commonness: 'B',
    says: 'The HMAC key was the secret without its prefix.',
    typical: 'Code taken from Stripe or Svix, which remove `whsec_`.',
    fix: 'Use the complete secret, with its prefix.',
    kind: 'secret-as-text',
    keyBytes: ({ secret }) => withoutPrefix(secret),
  },
  'secret-wrong-environment': {
    commonness: 'A',
    says: 'The HMAC key was another secret: of a different game, environment or interface, or one that was replaced.',
    typical: 'Development and production mixed up, one key per game, rotated keys.',
    fix: 'Use the secret of this game, this environment and this interface.',
    keys: ({ others }) =>
      others.map(({ text, label, ofSentId }) =>
        told(
          text,
          ofSentId === undefined
            ? `The HMAC key was a different secret: ${label}.`
            : `The request was sent with the client id and the secret of ${ofSentId}, not of these credentials.`,
          0,
        ),
      ),
  },
  'secret-is-client-id': {
    where: 'clientId',
    commonness: 'B',
    says: 'The client id was used as the HMAC key instead of the client secret.',
    typical: 'Client id and client secret swapped in a configuration or in a function call.',
    fix: 'Swap them: the client id goes into the message, the client secret is the key.',
    keys: ({ clientId }) => (clientId === undefined ? [] : [[clientId]]),
  },
  'secret-empty': {
    commonness: 'B',
    says: 'The HMAC key was empty.',
    typical: 'A variable that is not set, with an empty default value.',
    fix: 'Set the variable. Stop the program at its start if the secret is empty.',
    keys: () => [['']],
  },
  'secret-undefined': {
    commonness: 'B',
    says: 'The HMAC key was a word for a missing value, such as `undefined`, `null`, `None` or `nil`.',
    typical: '`${process.env.NAME}`, `str(os.environ.get(…))`.',
    fix: 'Check the name of the variable and that it is loaded in time. Stop the program if it is missing.',
    hints: {
      node: 'Do not use `${process.env.NAME}`: a missing variable becomes the word undefined.',
      python: 'Do not use str(os.environ.get("NAME")): a missing variable becomes the word None.',
    },
    keys: () => missingValues.map((word) => keyWas(word, `the word \`${word}\``)),
  },
  'secret-hashed': {
    commonness: 'C',
    says: 'A hash of the secret was used as the HMAC key instead of the secret itself.',
    typical: 'Code taken from the Telegram login.',
    fix: 'Use the secret itself as the key. Do not hash it.',
    kind: 'secret-as-text',
    keyBytes: ({ secret }) => hashed(secret),
  },
  'secret-case': {
    commonness: 'C',
    says: 'The HMAC key was the secret in upper case or in lower case.',
    typical: 'Configuration libraries and hex helpers that change the case.',
    fix: 'Use the secret exactly as it was issued.',
    keys: ({ secret }) => [
      keyWas(secret.toLowerCase(), 'the secret in lower case'),
      keyWas(secret.toUpperCase(), 'the secret in upper case'),
    ],
  },
  'secret-miscopied': {
    commonness: 'C',
    says: 'The HMAC key was the secret with some of its characters changed.',
    typical: 'Secrets from a PDF, a chat, a word processor or a screenshot; secrets typed by hand.',
    fix: 'Copy the secret again from where it was issued, as plain text. Compare its length and its fingerprint.',
    manyKeys: ({ secret }) => miscopied(secret),
  },
  'secret-truncated': {
    commonness: 'C',
    says: 'Only a part of the secret was used as the HMAC key.',
    typical: 'Fixed buffers, narrow database columns, a double click that selects only a part.',
    fix: 'Compare the length of the secret in use with the length of the one that was issued.',
    keys: ({ secret }) => parts(secret),
  },
  'secret-env-mangled': {
    commonness: 'C',
    says: 'The secret was changed before it was used as the HMAC key, for example at a `$` or `#`.',
    typical: 'Readers of configuration files: Docker Compose, bash, dotenv.',
    fix: 'Put the value in single quotes if the reader allows them. In Docker Compose, write `$$` for `$`.',
    hints: { bash: "In an env file, write NAME='value' in single quotes, so that $ and # stay." },
    keys: ({ secret }) =>
      mangled(secret).map(([key, as, extra]) => told(key, `The HMAC key was the secret ${as}.`, extra)),
  },
  'secret-url-decoded': {
    commonness: 'C',
    says: 'The secret was URL-decoded or URL-encoded before it was used as the HMAC key.',
    typical: 'A secret that was passed in a query string or a connection URL.',
    fix: 'Use the secret unchanged. Do not decode or encode it.',
    kind: 'secret-as-text',
    keys: ({ secret }) => urlForms(secret),
    manyKeys: ({ secret }) => htmlForms(secret),
  },
  'secret-env-line': {
    commonness: 'C',
    says: 'The HMAC key was a complete line of an env file: the name of the variable, `=` and the secret.',
    typical: 'A complete line that was pasted as the secret.',
    fix: 'Use only the secret as the key, without the name of the variable or the client id.',
    keys: ({ secret, clientId, fields }) => [
      ...(clientId === undefined ? [] : joined(clientId, 'the client id', secret)),
      ...fields.filter(([name]) => name === 'gameId').flatMap(([, id]) => joined(id, 'the game id', secret)),
      ...variableNames.flatMap((name): Variants<string> => [
        [`${name}=${secret}`, `${name}=…`],
        keyWas(`${name}: ${secret}`, `a complete line of a configuration file, \`${name}: …\``),
        keyWas(`export ${name}=${secret}`, `a complete line of a shell script, \`export ${name}=…\``),
        told(
          JSON.stringify({ [name]: secret }),
          `The HMAC key was a JSON object with the secret in it, \`{"${name}":"…"}\`.`,
          1,
        ),
      ]),
    ],
    manyKeys: ({ secret, clientId }) => [
      ...(clientId === undefined ? [] : documents(clientId, secret)),
      told(`Bearer ${secret}`, 'The HMAC key was the secret with `Bearer ` before it.', 1),
      told(`${secret}&`, 'The HMAC key was the secret with `&` after it, as in OAuth 1.', 1),
      ...variableNames.flatMap((name) =>
        ['"', "'"].map((quote) => [`${name}=${quote}${secret}${quote}`, `${name}=…, with quotes`] as const),
      ),
    ],
  },
  'secret-utf16': {
    commonness: 'C',
    says: 'The HMAC key was the secret in UTF-16 instead of UTF-8.',
    typical: 'C# `Encoding.Unicode`, Unreal TCHAR buffers, files that Windows PowerShell writes with `>`.',
    fix: 'Use the UTF-8 bytes of the secret as the key, without byte order mark or line break.',
    kind: 'secret-as-text',
    hints: {
      csharp: 'Do not use Encoding.Unicode, which is UTF-16.',
      unity: 'Do not use Encoding.Unicode, which is UTF-16.',
    },
    keyBytes: ({ secret }) => [
      [utf16(secret), 'little-endian'],
      [utf16(`\ufeff${secret}`), 'little-endian with a byte order mark'],
      [utf16(secret, 'big-endian'), 'big-endian'],
      [utf16(`\ufeff${secret}`, 'big-endian'), 'big-endian with a byte order mark'],
      ...['\r\n', '\n'].flatMap((end) => [
        keyWas(
          utf16(`\ufeff${secret}${end}`),
          'the secret in UTF-16 with a byte order mark and a line break, as Windows PowerShell’s `>` writes a file',
        ),
        keyWas(utf16(secret + end), 'the secret in UTF-16 with a line break after it'),
      ]),
    ],
  },
  'secret-placeholder': {
    commonness: 'C',
    says: 'The HMAC key was a placeholder such as `secret` or `changeme`.',
    typical: 'A sample configuration, a default value in the code.',
    fix: 'Set the real secret and remove the default value.',
    keys: () => placeholders.map((word) => keyWas(word, `the placeholder \`${word}\``)),
    manyKeys: ({ fields }) => [
      ...fields.map(([name, value]) =>
        told(value, `The HMAC key was the value of the body’s field \`${name}\` instead of the secret.`, 1),
      ),
      ...allTold(
        variableReferences,
        'The HMAC key was a text that stands for the secret, such as the name of a variable, instead of its value.',
      ),
      ...allTold(filePaths, 'The HMAC key was the name of a file instead of its content.'),
      ...morePlaceholders.map((word) => keyWas(word, `the placeholder \`${word}\``)),
      ...allTold(stars, 'The HMAC key was a text that stands for a hidden secret, such as `****`.'),
    ],
  },
  'key-message-swapped': {
    commonness: 'B',
    says: 'Key and message were swapped: the message was used as the key, and the secret was used as the message.',
    typical:
      'PHP `hash_hmac`, Erlang crypto, Perl, js-sha256: the order of the arguments differs between libraries.',
    fix: "Check the order of the arguments, for example `hash_hmac('sha256', $message, $secret)`.",
    kind: 'argument-order',
    digests: ({ keyed }) => [[(key, message) => keyed(message, key)]],
  },
});
