import type { Context } from '../context.js';
import { demoCredentials } from '../contract/demo-credentials.js';
import { interfaceRecords } from '../contract/interfaces.js';
import { limits } from '../contract/limits.js';
import { notShown } from '../contract/not-shown.js';
import { ownVerdicts } from '../support/explain/own-verdicts.js';
import { keptMonths } from '../support/journal/appending.js';
import { demoReceiptWords } from '../emulator/world.js';
import { exitStatuses, pvgCodes } from '../failure.js';
import { lookupKinds, sessionKinds, verifyKinds } from '../service/outcome.js';
import { readOnlyMeaning } from '../input/options.js';
import type { TopicName } from '../input/topic-names.js';
import { signInSteps } from '../signing/steps.js';

const formatPairs = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, says]) => `  ${name.padEnd(width)}  ${says}`).join('\n');
};

// A verify that the store rejects has the verdict of a rejected look-up (service/policy.ts), which is no kind of a verify.
const verifyVerdicts = [...verifyKinds, 'not-confirmed'];

const formatNames = (each: readonly string[]): string => `  ${each.join(', ')}`;

/** The verdicts of the commands that do not ask the service: a heading for each command, and its ids. */
const ownVerdictLines = ownVerdicts
  .map(
    ({ command, verdicts }) =>
      `Verdicts of \`pvg ${command}\`:\n${formatNames(Object.keys(verdicts))}`,
  )
  .join('\n');

const signedExample = signInSteps(interfaceRecords.gateway, demoCredentials.clientSecret, {
  clientId: demoCredentials.clientId,
  timestamp: '1790000000',
  body: Buffer.from('{}'),
}).values;
// The names are those of the formulas in the topic `signing`.
const signatureSteps = [
  ['body_hash', String(signedExample['body_sha256'])],
  ['message', String(signedExample['message'])],
  ['signature', String(signedExample['signature'])],
] as const;

/** Every environment variable that pvg reads. */
export const variables: readonly (readonly [name: string, says: string])[] = [
  ['PVG_PROFILE', 'the profile to use'],
  ['PVG_ENVIRONMENT', 'dev or prod, when only variables are used (default: prod)'],
  ['PVG_GATEWAY_URL', 'address of the gateway'],
  ['PVG_CLIENT_ID', 'client id'],
  ['PVG_CLIENT_SECRET', 'client secret; a file is safer'],
  ['PVG_CLIENT_SECRET_FILE', 'path of the file with the client secret'],
  ['PVG_PACKAGE', 'the game’s Android package'],
  ['PVG_SESSION_URL', 'address of the session interface'],
  ['PVG_GAME_ID', 'game id'],
  ['PVG_SECRET_KEY', 'secret key; a file is safer'],
  ['PVG_SECRET_KEY_FILE', 'path of the file with the secret key'],
  ['PVG_CONFIG_DIR', 'folder of the stored profiles'],
  ['PVG_STATE_DIR', 'folder of the journal and of other data that pvg can lose without harm'],
  ['PVG_JOURNAL_DIR', 'folder of a journal that a team shares; pvg waits for it if it hangs'],
  ['PVG_NO_JOURNAL', 'any value but 0: do not write calls to the journal'],
  ['XDG_CONFIG_HOME', 'the folder above that of the profiles, without PVG_CONFIG_DIR'],
  ['XDG_STATE_HOME', 'the folder above that of the journal, without PVG_STATE_DIR'],
  ['XDG_CACHE_HOME', 'the folder above that of Node’s compiled code'],
  [
    'HOME, APPDATA, LOCALAPPDATA',
    'these folders, if nothing else names them (the last two: Windows)',
  ],
  ['ACCESSIBLE', 'plain text: no symbols, no tables'],
  ['NO_COLOR, FORCE_COLOR', 'turn colours off or on'],
  ['COLUMNS', 'the width of the output, instead of the terminal’s'],
  ['TERM', 'dumb: no colours, no line that changes while you wait'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'the proxy; it is never used for this computer'],
  [
    'NODE_TLS_REJECT_UNAUTHORIZED',
    '0: certificates are not checked. pvg warns, and refuses it for prod',
  ],
  [
    'WAYLAND_DISPLAY, DISPLAY, WSL_DISTRO_NAME, SSH_CONNECTION, SSH_TTY',
    'which program `reply --copy` gives the text to, and whether `pvg desk` opens a browser',
  ],
  ['NODE_EXTRA_CA_CERTS', 'a file with additional certificate authorities'],
];

/** What `pvg help <topic>` prints, once it is laid out (`output/help-layout.ts`). */
export const topics: Readonly<Record<Exclude<TopicName, 'service' | 'mcp' | 'causes'>, string>> = {
  'exit-status': `Exit statuses:\n${formatPairs(Object.entries(exitStatuses))}`,

  environment: `The service has two environments, dev and prod. Never mix them. A profile belongs to exactly one.
\`sandbox\` and \`development\` mean dev. \`production\` means prod.

pvg looks for a value in this order:
  1. an option           --profile, --base-url, --client-id, --client-secret-file, …
  2. a variable          see the list below
  3. the project file    .pvg.json, which may name a profile and never contains a secret
  4. the stored profile  \`pvg profile show\` shows where each value comes from

The values in use decide what is prod. An address, a client id or a secret that the chosen profile does not store itself may be that of another stored profile. If that profile is prod or read-only, its rules hold. What the chosen profile stores itself is its own, except an address or a secret that a stored prod profile has too: then a dev profile counts as prod. An address on this computer (an emulator) and the demo secrets are the exception: both environments may have them. If address, client id and secret all come from variables or options, the call counts as prod unless PVG_ENVIRONMENT says otherwise. An address counts however it is written: on this computer, each name of one port (localhost, 127.0.0.1, [::1]) is one address.

${readOnlyMeaning}

Variables:
${formatPairs(variables)}

The journal (\`pvg journal\`) records the calls made from this machine, with the names of the user and the computer. It contains fingerprints and keyed ids of players, never a receipt, a token or a secret. It has a file for each month. Only you can read your files. It keeps at least ${String(keptMonths)} months and the current one.

To turn the journal off: set PVG_NO_JOURNAL. \`pvg journal clear\` deletes it.

To share it with your team: set PVG_JOURNAL_DIR to a folder that all of you can write, also on a network drive. Your calls are then kept there instead of in the state folder, in files of your own, and pvg reads both folders. If the folder cannot be written, pvg says so and keeps the call in the state folder. If a network drive does not answer, pvg waits for it: the answer is printed before the call is kept. Whoever can read the folder sees who bought what.`,

  output: `Results go to standard output, everything else to standard error. An answer about the purchase, the player or the request is a result (exit status 0, 6 or 7), and so are the checks of \`pvg doctor\`. What kept pvg from an answer is on standard error. With --json the object is on standard output in both cases; \`pvg batch\` without --out prints it on standard error.

  (nothing)   a verdict, facts and the next command, for a person
  --json      exactly one JSON object, also on failure; integers keep all their digits
  --query     a JMESPath expression that picks from this object: --query verdict.id (if it does not fit: nothing, status 2)
  --text      with --query: a string without quotes, a list with one item a line
  --raw       the bytes of the answer’s body
  --quiet     nothing for people on success; --json, --raw and --token-only still print
  --verbose   the request and the answer on standard error, with secrets withheld

The members of the object: \`pvg help json\`.`,

  json: `--json prints one JSON object, also on failure. \`pvg listen\` prints one for each request. \`pvg batch\` prints its rows, then one object: with --out on standard output, without it on standard error. Members that do not apply are null:
  schema, command, profile, environment, interface, ok, exit, verdict {id, says, next, not}, advice, http {status, attempts, elapsed_ms, clock_skew_s, retry_after_s, request_id}, call_id, answer, anomalies [{id, field, says}], error {code, says, hint, hint_command, section}, notes [{rank, says}]

Some members:
${formatPairs([
  [
    'values_of',
    'another stored profile, prod or read-only, whose rules hold because a value in use is also its own; missing otherwise',
  ],
  ['http.clock_skew_s', 'seconds to add to this computer’s clock to get the server’s'],
  ['http.request_id', 'the operator finds the call by it; the contract names no header for it'],
  ['advice', 'grant, do-not-grant, already-verified, retry-later, fix-request, check or none'],
  ['call_id', 'the call’s id in the journal: pvg journal show <id>'],
  ['error.code', 'the service’s own code (pvg explain-error <code>), or one of pvg, listed below'],
  ['section', 'the section of the service’s contract: pvg help service'],
])}

Scripts branch on the exit status and on verdict.id.

Verdicts of a look-up:
${formatNames(lookupKinds)}
Verdicts of a verify:
${formatNames(verifyVerdicts)}
Verdicts of a session:
${formatNames(sessionKinds)}
${ownVerdictLines}
Error codes of pvg:
${formatNames(Object.keys(pvgCodes))}

What each command adds, and what each member means: result.schema.json in the folder docs/schemas of the package. Beside it are the JSON Schemas (draft-07) of lines of batch, reconcile and the journal, of vectors, and of the answer of \`report --json\`.`,

  identifiers: `What identifies a purchase or a player:
${formatPairs([
  ['receipt', 'Android: the purchase token. It is opaque, and the only key to an Android purchase'],
  [
    'order id',
    'GPA.…, in the player’s e-mail. The gateway cannot look up an Android purchase by it',
  ],
  [
    'transaction_id',
    'of a verify: the order id on Android. Store it, so that each item is delivered once',
  ],
  ['tx_mgmt_id', 'the gateway’s own number of a recorded purchase. The operator knows it'],
  ['product_id, package', 'checked against the store’s record'],
  ['client_id', 'identifies the game at the gateway'],
  ['gameId, username', 'the game’s code, and its stable id of a player'],
  ['fingerprint', 'the first 12 hex digits of SHA-256: how pvg names receipts, tokens and secrets'],
])}`,

  signing: `Gateway: X-Client-ID, X-Timestamp, X-Signature
  body_hash = hex(SHA-256(raw body bytes))
  message   = client_id + "." + timestamp + "." + body_hash
  signature = hex(HMAC-SHA256(client_secret, message))
  timestamp = Unix time in seconds; more than ${String(limits.timestampSkewSeconds)} s from the server’s clock is rejected

For example, with the client id ${demoCredentials.clientId}, the client secret ${demoCredentials.clientSecret}, the timestamp 1790000000 and the body \`{}\`:
${formatPairs(signatureSteps)}

Session interface: X-Signature
  signature = hex(HMAC-SHA256(secret_key, raw body bytes)), in lower case; no timestamp

${readOnlyMeaning}

Sign the bytes that you send: build the body once, sign it, send it.
  $ pvg sign gateway --profile local --timestamp 1790000000 --body '{"os_id":1}' --show steps
  $ pvg sign session --snippet node`,

  emulate: `\`pvg emulate\` runs the whole service on 127.0.0.1. The built-in profile \`local\` is the same service inside pvg. Its options: \`pvg emulate --help\`.

Credentials:
${formatPairs([
  ['client id', demoCredentials.clientId],
  ['client secret', demoCredentials.clientSecret],
  ['game id', demoCredentials.gameId],
  ['secret key', demoCredentials.secretKey],
])}

Receipts, for product_id gems_100 and package com.example.game (the emulated store rejects all others):
${formatPairs(demoReceiptWords)}

Sessions: any player gets a token and has not completed verification, except:
${formatPairs([
  ['player demo-completed', 'has completed verification'],
  ['player demo-limited', '429 rate_limited'],
  ['player demo-broken', '500 internal_error'],
  ['game demo-disabled', '409 xmdt_disabled'],
  ['game demo-email', '409 email_required_unsupported'],
  ['any other game', '403 unknown_service'],
])}

A store file (--store) is a JSON array with more purchases:
  [{"receipt": "r1", "product_id": "gems_500", "package": "com.example.game"}]
More members: os (android, ios), order_id, purchase_state (0, 1, 2), acknowledgement_state (0, 1), quantity, region_code, purchase_date_ms, recorded (true: verified before), last_error_code (of a recorded purchase).

A games file (--games) and a players file (--players) are JSON arrays, too:
  [{"game_id": "my-game", "secret_key": "my-key"}]
  [{"username": "mai", "completed": true}, {"username": "tom", "completes_after_s": 30}]
More members of a game: xmdt_required, enabled (false: 409 xmdt_disabled), email_required (true: 409 email_required_unsupported); of a player: state (limited: 429, broken: 500).

A script (--script) is a JSON array of rules. The first rule that fits a request decides:
  [{"path": "verify", "requests": "2-3", "status": 503}, {"path": "verify", "do": "lose-answer"}]
A rule fits by path (the end of it), receipt, receipt_prefix, product, package, username, game, requests (1, 2-3 or 5-: the number among those of one path that the rule fits otherwise), after_s, until_s and share (0 to 1, of all requests; --seed fixes which). It does one thing: status (400 to 599), or do: drop (the connection breaks at once), lose-answer (the purchase is recorded, then the connection breaks; a refusal is answered), answer-late (the purchase is recorded, then wait_ms passes before the answer: a caller with a shorter deadline does not get it), wrong-shape (200 with another JSON) or html (200 with a page). Otherwise wait_ms waits first. --fault comes after all rules. The log names the rule: \`script rule 2: dropped\`.

The control address, with the header \`Authorization: Bearer <token>\` (address and token: --ready-file, --json or stderr):
${formatPairs([
  ['GET /_pvg/health', '200 as soon as the emulator answers; needs no token'],
  [
    'POST /_pvg/purchases, players, games',
    'adds or replaces them, as in the files above; one object or an array',
  ],
  [
    'POST /_pvg/script',
    'replaces the rules; with ?receipt_prefix=t1- only those with this prefix, and sets it in each new rule',
  ],
  [
    'GET /_pvg/requests',
    'what was asked and decided, and count; ?receipts=1 shows receipts instead of fingerprints',
  ],
  ['DELETE /_pvg/requests', 'removes them'],
  ['POST /_pvg/clock', '{"advance_s": 60} moves the clock; signatures must fit the new time'],
  ['POST /_pvg/reset', 'everything as at the start'],
])}

The requests are chosen by path (the end of it), receipt, receipt_prefix, product, package, username, game, status and outcome (answered, lost, dropped, or gone: the caller had given up before there was an answer): \`/_pvg/requests?path=verify&receipt_prefix=t1-\`. At least the latest 10,000 are kept, unless their texts are very long. A reset removes them. Several tests at once give each its own prefix, and no test resets.

A state file (--state) has one JSON line for each verify, without the receipt, and one for each reset. Several emulators may use one state file: each receipt is verified once. A damaged line is named, and nothing is recorded until it is removed.

The emulator decides what the contract does not show. Such an answer has the header X-Pvg-Not-Shown with the number of the section, for example \`X-Pvg-Not-Shown: 7.1\`. The service itself sends no such header. It decides:
${formatPairs([
  [
    'the path',
    'ends with a path of the service; a base address may put more before it, but two slashes in a row, or /iap/gateway/ or /xmdt/ twice, is an unknown path: 404',
  ],
  [
    'order, gateway',
    'client id, signature, time; then JSON, members, os_id; then the record; then the store',
  ],
  [
    'order, session',
    'X-Signature is there, JSON, members, game, signature, game enabled, player, rate',
  ],
  [
    'a member',
    'a required one that is empty or of another type counts as missing; null as left out',
  ],
  ['another type', 'of a member that is not required: 400, as if one were missing'],
  ['the time', 'a missing, wrong or old X-Timestamp: 401, as a wrong signature'],
  ['hex', 'a signature of the gateway in upper case: 401'],
  ['a duplicate', '409 before the store is asked, whatever the store would say now'],
  ['a look-up', 'fails with the statuses of a verify; a rejection of the store has the status 200'],
  ['an iOS look-up', '400: its members are not shown'],
  ['the rate', 'no limit, unless --mint-limit; a refused request does not count'],
])}

A request that cannot be the service’s (no POST, no JSON, over 1 MB, for another Host, from a web page) gets a 4xx with the reason in the header X-Pvg-Refused, and is not in the list of requests.`,

  refund: `A refund or a chargeback takes the money back; the item is still in the game until the game takes it. A look-up shows neither.

Android: the service sends no event. The store lists both as voided purchases: \`pvg reconcile\` compares that list with the game’s grants. A look-up shows a purchase that was cancelled, but the store may still report a refunded one as paid.

iOS: the service can tell the game server. The contract does not show how: ask the operator.
  $ pvg reply en --for refund
  $ pvg reply en --for chargeback
  $ pvg reconcile --help`,

  pending: `A pending purchase is not paid yet: the player chose cash or a slow way to pay. Do not grant. The store confirms it, or cancels it, later; then the game verifies it.
  $ pvg lookup demo-pending --profile local --product-id gems_100 --reply en`,

  ios: `pvg can verify an iOS purchase, but not look one up: the contract does not show the fields of that request, nor those of the answer. The operator knows the state of an iOS purchase: give them the order id of Apple’s e-mail to the player.
  $ pvg reply en --for ios`,

  desk: `\`pvg desk\` serves a page for the browser of this computer: paste what the player or the game sent, read the verdict, copy the reply, save the report.
  $ pvg desk --profile local

It asks the same service with the profiles that you name (--profile, repeated; else with the one of \`pvg profile use\`, else \`local\`), and writes the same journal, with \`via: desk\`. Work on the page and in the terminal as you like.

It never verifies, signs, shows a token, or opens a file that the page names. It writes nothing but the journal.

Only this computer reaches it. The address has a code that works once: press Enter in the terminal for another, such as for a second tab. A page can be loaded again.

More: docs/guides/desk.md`,

  'not-shown': `The service’s contract does not show the following, so pvg does not fill it in:\n${formatPairs(
    Object.values(notShown).map(({ section, says }) => [section, says] as const),
  )}

The emulator marks where it decides something of this (\`pvg help emulate\`). All sections: \`pvg help service\`.`,
};

/** The topic `mcp`, with the full path of this installation: a client may know no PATH. */
const mcpTopic = ({ startedAs: [command, ...words] }: Pick<Context, 'startedAs'>): string => {
  const pvg = { command, args: [...words, 'mcp', '--profile', 'local'] };
  return `\`pvg mcp\` serves the Model Context Protocol, so that an assistant can ask what you would type. Paste this into the settings of its client, with your own profile instead of \`local\`:
  ${JSON.stringify({ mcpServers: { pvg } })}

It uses the profiles of its command line alone (--profile, repeated; else \`local\`); an assistant cannot choose another, nor an address.

It can look up a purchase, check a player, explain a code, diagnose a signed request, find earlier calls, write a report and a reply. It never verifies, signs, shows a token, opens or writes a file, or changes a profile. The journal keeps its calls, marked \`via: mcp\`.

What leaves this computer: the client’s maker may see what the tools answer: verdicts, order ids, product ids, tickets, profile names, fingerprints. Never a receipt, a token, a secret, a username, the right signature, or the name of a user or computer. Receipts and requests that you paste to the assistant are with the assistant already.

More: docs/guides/assistant.md`;
};

/**
 * The page `docs/service.md` in the form of the topics above: a heading has no marks, and its text begins in the next line,
 * without the empty line that follows each heading of the page; the items of a list are indented.
 * @throws {PvgError} `configuration-unreadable`
 */
const serviceTopic = async (context: Pick<Context, 'shipped'>): Promise<string> =>
  (await context.shipped('docs', 'service.md'))
    .replace(/^# /, '')
    .replace(/^##+ (.*)\n/gm, '$1')
    .replace(/^- /gm, '  - ')
    .trimEnd();

/** Loaded only here, because the catalogue is large. */
const causesTopic = async (): Promise<string> => {
  const { listCauses } = await import('../diagnosis/catalogue/causes-listed.js');
  const groups = listCauses().map(({ title, causes }) => `${title}:\n${formatPairs(causes)}`);
  return [
    'The mistakes that `pvg diagnose`, `pvg listen` and `pvg conform` name. `pvg explain-error <id>` says who makes one, and what to do.',
    ...groups,
  ].join('\n\n');
};

export async function topicText(topic: TopicName, context: Context): Promise<string> {
  if (topic === 'service') return serviceTopic(context);
  if (topic === 'causes') return causesTopic();
  return topic === 'mcp' ? mcpTopic(context) : topics[topic];
}
