import { join } from 'node:path';
import type { Context } from '../context.js';
import { onFileError } from '../file-access.js';
import { secretsIn } from '../contract/credential.js';
import { demoCredentialLines } from '../contract/demo-credentials.js';
import { readListFile } from '../emulator/entry-list.js';
import { purchaseList } from '../emulator/purchase.js';
import { serveUntil } from '../emulator/server.js';
import { PvgError, type ExitStatus } from '../failure.js';
import { readLanguage, readSource } from '../input/language.js';
import { readNumber, readPort } from '../input/number-option.js';
import {
  addExamples,
  globalOptions,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import { languageNames } from '../languages/languages.js';
import { entryResult, viewEntry, type ListenEntry } from '../listen/entry.js';
import { requestCase, withMissing, type NumberedCase } from '../listen/junit.js';
import { Listener, profileText } from '../listen/listener.js';
import { formatJunit, prepareJunit, writeJunit } from '../output/junit.js';
import {
  buildJsonObject,
  evenIfQuiet,
  formatObject,
  loadQuery,
  noteLostWords,
  printNote,
  printResult,
} from '../output/print-result.js';
import { credentialOf, type ResolvedProfile, resolveProfile } from '../profiles/resolve.js';
import { storedCredentials } from '../profiles/known-secrets.js';
import { shownFingerprint } from '../signing/digest.js';
import { linkedFolder } from '../text/loose-mode.js';
import { openPage } from '../web/served-page.js';
import { newAddressNotes, offerNewAddresses, withholdCode } from '../web/terminal.js';
import type { Registration } from './registration.js';

type ListenOptions = TypedFlags<
  'port' | 'save' | 'expect' | 'lang' | 'store' | 'junit',
  'allProfiles' | 'signatureOnly'
>;

const maxConnections = 64;

export function register({ command, context, finish }: Registration): void {
  addExamples(command, [
    'pvg listen --profile local',
    'pvg listen --profile local --port 0 --save requests --json',
    'pvg listen --profile local --expect 3 --junit requests.xml',
  ]);
  command
    .description('diagnose each request that a game server sends to a local address')
    .option('--port <n>', 'the port on 127.0.0.1; 0 picks one (default: 8787)')
    .option('--save <folder>', 'save each request as a file for `pvg diagnose`')
    .option(
      '--expect <n>',
      'end after n requests: status 0 if all are right and none is refused, else 6',
    )
    .option(
      '--junit <file>',
      'at the end, also write the requests as JUnit XML, for CI; replaces such a file of pvg, and no other',
    )
    .option(
      '--store <file>',
      'a JSON array of purchases that the emulator knows besides the demo purchases',
    )
    .option(
      '--signature-only',
      'a receipt that the emulator does not know is no refusal; every other refusal is one',
    )
    .option(
      '--lang <language>',
      `show the fix as code, with -v and on the page: ${languageNames.join(', ')}`,
    )
    .option('--all-profiles', 'also try the stored profiles of other environments')
    .addHelpText(
      'after',
      '\nThe emulator answers. Open the page at the address that pvg prints, with what stands behind its `#`: it shows each\n' +
        'request as it came, with the diagnosis. The game server gets no more information than from the real service.\n' +
        'With --json: one object for each request. Stop it with Ctrl-C.',
    )
    .action((options: ListenOptions) =>
      finish(runListen(context, globalOptions(command), options)),
    );
}

/** Runs until it is interrupted, or has got the expected number of requests. */
async function runListen(
  context: Context,
  globals: GlobalOptions,
  options: ListenOptions,
): Promise<ExitStatus> {
  const { save, lang, signatureOnly = false } = options;
  const wantedPort = readPort(options.port);
  const expected = readExpected(options.expect);
  const junit = await prepareJunit(context, options.junit);
  const source =
    lang === undefined ? undefined : await readSource(context, readLanguage('--lang', lang));
  const { profile, credential } = await profileWithSecret(context, globals.profile);
  const folderNotes = save === undefined ? [] : await ensureSaveFolder(context, save);
  const purchases = await readListFile(context.files, options.store, purchaseList);
  const stored = await storedCredentials(context, {
    environment: options.allProfiles === true ? undefined : profile.environment,
    triedName: profile.name ?? undefined,
  });
  /** Ends the command when the expected number of requests has come. */
  const allReceived = new AbortController();
  const count: RequestCount = { received: 0, right: 0 };
  const cases: NumberedCase[] = [];
  const print = await entryPrinter(context, globals, profile);
  const listener = new Listener(context, {
    profile,
    credential,
    others: stored.credentials,
    moreStored: stored.hasMore,
    purchases,
    save,
    source,
    signatureOnly,
    page: await openPage(context, 'listen'),
    tell: (text) => printNote(context, globals, text),
    printEntry: async (entry) => {
      await print(entry);
      if (junit !== undefined) cases.push(requestCase(entry));
      if (countRequest(count, entry, expected) === expected) allReceived.abort();
    },
  });
  const { service, site, access, undiagnosed } = listener;
  const notes = [...notesOfProfile(profile, save), ...folderNotes, ...stored.notes];
  await serveUntil(context, {
    port: wantedPort,
    maxConnections,
    route: () => service,
    page: (request) => site.answer(request),
    ends: [context.interrupt, allReceived.signal],
    started: (port) => printStart(context, { profile, access, port, notes, globals }),
    log: (logged) => listener.take(logged),
    closed: () => listener.close(),
  });
  await noteUndiagnosed(context, undiagnosed, save);
  const junitCases = withMissing(cases, undiagnosed, expected);
  await writeJunit(context, junit, formatJunit('listen', junitCases));
  if (expected === undefined) return 0;
  await printNote(context, evenIfQuiet, expectedNote(expected, count, undiagnosed.size));
  return count.right === expected ? 0 : 6;
}

interface ListenStart {
  readonly profile: ResolvedProfile;
  readonly access: Listener['access'];
  readonly port: number;
  readonly notes: readonly string[];
  readonly globals: Pick<GlobalOptions, 'json'>;
}

async function printStart(
  context: Context,
  { profile, access, port, notes, globals }: ListenStart,
): Promise<void> {
  const newAddress = (): string => access.addressWithCode(port);
  const address = newAddress();
  const lines = [
    ...startLines(profile, address),
    ...(globals.json ? [] : expectedLines(profile)),
    ...newAddressNotes(context),
    ...notes,
  ];
  for (const line of lines) await printNote(context, evenIfQuiet, line);
  withholdCode(context, address);
  offerNewAddresses(context, newAddress);
}

function startLines(profile: ResolvedProfile, pageAddress: string): string[] {
  return [
    `listening on ${new URL(pageAddress).origin}`,
    `profile ${profileText(profile)}: the emulator answers; page: ${pageAddress}`,
  ];
}

/** What the requests have to be signed with: the secrets of a profile only as fingerprints. */
function expectedLines(profile: ResolvedProfile): readonly string[] {
  if (profile.local) return demoCredentialLines;
  const { clientId, clientSecret, gameId, secretKey } = profile;
  return [
    clientId !== undefined && `client id ${clientId}`,
    clientSecret !== undefined && `client secret ${shownFingerprint(clientSecret)}`,
    gameId !== undefined && `game id ${gameId}`,
    secretKey !== undefined && `secret key ${shownFingerprint(secretKey)}`,
  ].filter((line) => line !== false);
}

/** The number of requests after which the command ends; undefined: only when it is interrupted. */
function readExpected(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return readNumber('--expect', text, {
    usual: 1,
    min: 1,
    max: 1_000_000,
    isWhole: true,
  });
}

interface RequestCount {
  received: number;
  right: number;
}

/** Counts a request, but none after the last expected one. @returns the number of requests so far */
function countRequest(
  count: RequestCount,
  entry: Pick<ListenEntry, 'id'>,
  expected: number | undefined,
): number {
  if (count.received === expected) return expected;
  count.received += 1;
  if (isRight(entry)) count.right += 1;
  return count.received;
}

const isRight = ({ id }: Pick<ListenEntry, 'id'>): boolean => id === 'signature-right';

function expectedNote(
  expected: number,
  { received, right }: RequestCount,
  undiagnosed: number,
): string {
  const missingCount = expected - received - undiagnosed;
  const missing = missingCount > 0 ? `; ${String(missingCount)} did not come` : '';
  const isOrAre = right === 1 ? 'is' : 'are';
  return `${right} of ${expected} expected requests ${isOrAre} right${missing}.`;
}

/** Notes how many requests were not diagnosed: otherwise they would seem to be right. */
async function noteUndiagnosed(
  context: Context,
  undiagnosed: Listener['undiagnosed'],
  save: string | undefined,
): Promise<void> {
  const statuses = [...new Set(undiagnosed.values())].sort();
  if (statuses.length === 0) return;
  const requests =
    undiagnosed.size === 1 ? '1 request was' : `${String(undiagnosed.size)} requests were`;
  const where =
    save === undefined ? '' : ` Diagnose what is saved in ${save} with \`pvg diagnose\`.`;
  await printNote(
    context,
    evenIfQuiet,
    `${requests} not diagnosed: pvg ended first. Answered: HTTP ${statuses.join(', ')}.${where}`,
  );
}

/** @throws {PvgError} `secret-missing`: a signature cannot be checked without a secret. */
async function profileWithSecret(context: Context, name: string | undefined) {
  const profile = await resolveProfile(context, { profile: name });
  const credential = credentialOf(profile.name, profile);
  if (secretsIn(credential).length > 0) return { profile, credential };
  throw new PvgError(
    'secret-missing',
    `There is no client secret and no secret key in ${credential.label}.`,
    {
      hint: 'Store one with `pvg profile set`, or set PVG_CLIENT_SECRET or PVG_SECRET_KEY.',
      section: '§5',
    },
  );
}

/** @returns prints one request, as text or as JSON */
async function entryPrinter(context: Context, globals: GlobalOptions, profile: ResolvedProfile) {
  if (!globals.json) await noteLostWords(context, globals);
  const query = await loadQuery(globals.query);
  return (entry: ListenEntry): Promise<void> => {
    const view = viewEntry(entry, context.timeZone, globals.verbose);
    const result = entryResult(entry, profile, view);
    if (!globals.json) {
      return printResult(context, { ...globals, raw: false, query: undefined }, result);
    }
    return context.stdout.write(
      formatObject(buildJsonObject(context, result), { ...globals, query }),
    );
  };
}

/**
 * Writes `.gitignore` into a missing folder, which creates the folder with mode 0700. Returns notes to print.
 * @throws {PvgError} `usage` if it cannot be a folder
 */
async function ensureSaveFolder({ files }: Context, folder: string): Promise<string[]> {
  const refuseFolder = onFileError((cause): never => {
    const hint = 'Choose a folder that exists or can be created.';
    throw new PvgError('usage', `The folder of --save cannot be used (${cause.code}).`, {
      hint,
      cause,
    });
  });
  const isLink = (await files.fileType(folder).catch(refuseFolder)) === 'link';
  if ((await files.status(folder))?.kind === 'folder') {
    return isLink ? [linkedFolder(folder, 'each request')] : [];
  }
  // Requests contain receipts, which must not get into a repository.
  await files.write(join(folder, '.gitignore'), '*\n').catch(refuseFolder);
  return [];
}

function notesOfProfile(profile: ResolvedProfile, save: string | undefined): string[] {
  const notes = profile.notes.map(({ says }) => says);
  if (save !== undefined) {
    notes.unshift(`Each request is saved in ${save}, with its receipt and signature.`);
  }
  if (profile.secretKey !== undefined && profile.gameId === undefined) {
    notes.unshift('The profile has no game id, so the emulator knows only the game demo.');
  }
  return notes;
}
