import type { Command } from 'commander';
import type { Context } from '../context.js';
import { limits } from '../contract/limits.js';
import { nearest } from '../text/nearest.js';
import { demoCredentials } from '../contract/demo-credentials.js';
import { notShown } from '../contract/not-shown.js';
import { demoReceiptWords, demoSessionWords, emulatorChoices } from '../emulator/words.js';
import { exitStatuses, PvgError } from '../failure.js';
import { lookupVerdicts, verifyVerdicts } from '../gateway/verdict.js';
import { plainFinished, type Finish } from '../output/finished.js';
import { examples } from '../input/options.js';
import { givenCodes, ownCodes } from '../desk/explain/own-codes.js';
import { rotation } from '../desk/journal/journal.js';
import { sessionVerdicts } from '../session/judge.js';

export function registerHelp(command: Command, _context: Context, finish: Finish): void {
  examples(command, ['pvg help exit-status', 'pvg help not-shown']);
  command
    .argument('[word...]', `a command, or a topic: ${Object.keys(topics).join(', ')}`)
    .action((words: readonly string[]) => runHelp(command, words, finish));
}

async function runHelp(command: Command, words: readonly string[], finish: Finish): Promise<void> {
  const [word] = words;
  const program = command.parent;
  const topic = word !== undefined && Object.hasOwn(topics, word) ? topics[word as Topic] : undefined;
  if (topic !== undefined && word !== undefined) {
    await finish(
      plainFinished('help', {
        answer: { topic: word, text: topic },
        view: { headline: '', data: `${topic}\n` },
      }),
    );
    return;
  }
  if (program === null) throw new TypeError('help without a program');
  if (word === undefined) {
    program.outputHelp();
    return;
  }
  // Declared already: it is what runs. Parsing its words once more would declare it twice.
  if (word === command.name()) {
    command.outputHelp();
    return;
  }
  const names = program.commands.map((each) => each.name());
  if (!names.includes(word)) {
    const near = nearest(word, [...names, ...Object.keys(topics)]);
    throw new PvgError('usage', 'That is neither a command nor a topic.', {
      hint:
        near.length > 0
          ? `Did you mean \`pvg help ${near[0] ?? ''}\`?`
          : `Topics: ${Object.keys(topics).join(', ')}.`,
    });
  }
  await program.parseAsync([...words, '--help'], { from: 'user' });
}

type Topic =
  'exit-status' | 'environment' | 'output' | 'identifiers' | 'json' | 'signing' | 'emulate' | 'not-shown';

const list = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, says]) => `  ${name.padEnd(width)}  ${says}`).join('\n');
};

/** Words in lines that a terminal of 100 columns has room for. */
const wrapped = (words: readonly string[]): string => {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 98) lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${last}, ${word}`;
  }
  return lines.join(',\n');
};

const topics: Readonly<Record<Topic, string>> = {
  'exit-status': `Exit statuses:\n${list(Object.entries(exitStatuses))}`,

  environment: `The service has two environments, dev and prod (§1.3): never mixed. A profile has exactly one;
\`sandbox\` and \`development\` mean dev, \`production\` means prod.

Where a value comes from, first found first:
  1. an option           --profile, --base-url, --client-id, --client-secret-file, …
  2. a variable          the list below
  3. the project file    .pvg.json, which may name a profile and never holds a secret
  4. the stored profile  \`pvg profile show\` tells the source of every value

Variables:
${list([
  ['PVG_PROFILE', 'the profile to use'],
  ['PVG_ENVIRONMENT', 'dev or prod; for the variables alone, without it: prod'],
  ['PVG_GATEWAY_URL', 'address of the gateway'],
  ['PVG_CLIENT_ID', 'client id'],
  ['PVG_CLIENT_SECRET', 'client secret; a file is safer'],
  ['PVG_CLIENT_SECRET_FILE', 'path of a file that holds the client secret'],
  ['PVG_SESSION_URL', 'address of the session interface'],
  ['PVG_GAME_ID', 'game id'],
  ['PVG_SECRET_KEY', 'secret key; a file is safer'],
  ['PVG_SECRET_KEY_FILE', 'path of a file that holds the secret key'],
  ['PVG_CONFIG_DIR', 'folder of the stored profiles'],
  ['PVG_STATE_DIR', 'folder of what may be lost without harm, the journal among it'],
  ['PVG_NO_JOURNAL', 'any value but 0: calls are not written into the journal'],
  ['ACCESSIBLE', 'plain text: no symbols, no drawn tables'],
  ['NO_COLOR, FORCE_COLOR', 'colours off, on'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'the proxy; loopback is never proxied'],
  ['NODE_EXTRA_CA_CERTS', 'a file of further certificate authorities'],
])}

The journal keeps what was asked and answered from this machine (\`pvg journal\`), with the names of user and computer:
fingerprints, never a receipt, a token or a secret; in the state folder, for its owner alone. A file gets no more lines after ${String(rotation.longestDays)} days or ${String(rotation.mostBytes / 2 ** 20)} MB, and is
deleted ${String(rotation.keptDays)} days later. Besides PVG_NO_JOURNAL, \`"journal": false\` switches it off: in .pvg.json for a project, in
settings.json in the folder of the configuration for all; \`pvg journal clear\` deletes it.`,

  output: `Data goes to stdout, everything else to stderr. An answer about the purchase, the player or the request is data
(exit status 0, 6, 7); after any other status the words stand on stderr, and with --json the object still on stdout.
  (nothing)   a verdict, facts and the next command, for a person
  --json      exactly one JSON object, also on failure; integers come out digit for digit
  --query     a JMESPath expression over that object: --query verdict.id
  --text      with --query: a string comes out bare, a list one item a line
  --raw       the bytes of the answer's body
  --quiet     nothing for people on success; --json, --raw and --token-only still print
  --verbose   the exchange on stderr, redacted

The members of the object: pvg help json`,

  json: `--json prints exactly one object, also on failure. (listen prints one a line, batch one at the end.)
Members that do not apply are null:
${wrapped([
  ...[
    'schema',
    'command',
    'profile',
    'environment',
    'interface',
    'ok',
    'exit',
    'verdict {id, says, next}',
    'advice',
  ],
  'http {status, attempts, elapsed_ms, clock_skew_s, retry_after_s, request_id}',
  ...['call_id', 'answer', 'anomalies [{field, says}]', 'error {code, says, hint, section}'],
])}

http.clock_skew_s is what to add to this computer's clock to get the server's. By request_id the operator finds the
call, from whatever header the service used (the contract shows none).
advice is one of grant, do-not-grant, already-verified, retry-later, fix-request, check, none.
Scripts branch on the exit status and on verdict.id. Of a look-up:
${wrapped(Object.keys(lookupVerdicts))}
of a verify:
${wrapped([...Object.keys(verifyVerdicts), 'not-confirmed'])}
of a session, of journal find, of diagnose:
${wrapped(Object.keys(sessionVerdicts))}
${wrapped(['found', 'nothing-found'])}
${wrapped(['signature-right', 'cause-found', 'headers-at-fault', 'cause-unknown'])}
call_id is the call's id in the journal: pvg journal show <id>.
error.code is the service's own code (pvg explain-error <code>), or one of pvg:
${wrapped(Object.keys({ ...ownCodes, ...givenCodes }))}

JSON Schemas (draft-07) are in the folder docs/schemas of the package:
${list([
  ['result.schema.json', 'what --json prints'],
  ['batch-row.schema.json', 'one line of a batch in NDJSON'],
  ['batch-summary.schema.json', 'what batch --json and --summary give at the end'],
  ['journal-entry.schema.json', 'one line of journal.ndjson'],
])}`,

  identifiers: `What names a purchase or a player, and what finds what:
${list([
  ['receipt', 'Android: the purchaseToken, opaque (§2.1). The only key to an Android purchase'],
  ['order id', 'GPA.…, in the player’s e-mail. This service cannot find an Android purchase by it (§4.2)'],
  ['transaction_id', 'of a verify: equals the order id on Android (§2.2); store it to deliver once (§7.1)'],
  ['tx_mgmt_id', 'the gateway’s own number of a recorded purchase (§2.4); the operator knows it'],
  ['product_id, package', 'checked against the store’s record (§2.1)'],
  ['client_id', 'names the game at the gateway (§1.3)'],
  ['gameId, username', 'the game’s code, and its stable identifier of a player (§2.5)'],
  ['fingerprint', 'first 12 hex digits of SHA-256: how pvg names receipts, tokens and secrets'],
])}`,

  signing: `Gateway (§5.1): X-Client-ID, X-Timestamp, X-Signature
  body_hash = hex(SHA-256(raw body bytes))
  message   = client_id + "." + timestamp + "." + body_hash
  signature = hex(HMAC-SHA256(client_secret, message))
  timestamp: Unix seconds; more than ${String(limits.timestampSkewSeconds)} s from the server's clock is rejected

Session interface (§5.2): X-Signature
  signature = hex(HMAC-SHA256(secret_key, raw body bytes)), lower-case; no timestamp

Sign the bytes you send: build the body once, sign it, send it.
  $ pvg sign gateway --profile local --timestamp 1790000000 --body '{"os_id":1}' --show steps
  $ pvg sign session --snippet node`,

  emulate: `\`pvg emulate\` runs the whole service on 127.0.0.1; the built-in profile \`local\` is the same service inside pvg.
Options: pvg emulate --help

Credentials: client id ${demoCredentials.clientId}, client secret ${demoCredentials.clientSecret}; game id ${demoCredentials.gameId}, secret key ${demoCredentials.secretKey}

Receipts (product_id gems_100, package com.example.game); any other is rejected as the store would:
${list(Object.entries(demoReceiptWords))}

Sessions: any player may mint a token and has not completed verification, except
${list(demoSessionWords)}

A store file (--store) is a JSON array of further purchases:
  [{"receipt": "r1", "product_id": "gems_500", "package": "com.example.game"}]
Further members: os (android, ios), order_id, purchase_state (0, 1, 2), acknowledgement_state (0, 1), quantity,
region_code, purchase_date_ms, recorded (true: verified before), last_error_code (of a recorded one).

What the contract does not show, this emulator decides. Such an answer has the header X-Pvg-Not-Shown with the section
of the contract that does not show it, as \`X-Pvg-Not-Shown: 7.1\`; the service itself sends no such header.
${list(emulatorChoices)}`,

  'not-shown': `What the contract does not show, and pvg therefore does not fill in:\n${list(
    Object.values(notShown).map(({ section, says }) => [section, says] as const),
  )}

What the emulator decides instead: pvg help emulate`,
};
