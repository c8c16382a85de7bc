import { refuseUncheckedTls } from '../calls/connection.js';
import { join } from 'node:path';
import type { Command } from 'commander';
import { FileError, type Context } from '../context.js';
import { secretsIn, type Credential } from '../contract/credential.js';
import { interfaces, paths } from '../contract/interfaces.js';
import { isLoopback } from '../contract/loopback.js';
import { openList } from '../emulator/members.js';
import { purchaseList } from '../emulator/purchase.js';
import { aborted, failureText, serveSends } from '../emulator/server.js';
import { PvgError, type ExitStatus } from '../failure.js';
import { number, examples, globalOptions, type GlobalOptions, type Given } from '../input/options.js';
import { readLanguage, readSource } from '../input/language.js';
import { linkedFolder } from '../text/loose-mode.js';
import { Expected } from '../listen/expected.js';
import { forwardAddresses, guardForward } from '../listen/forward.js';
import { confirmName, whoseName } from '../profiles/effective.js';
import { finishedEntry, viewEntry } from '../listen/line.js';
import { Listener, profileText, type ListenerSettings, type ListenerParts } from '../listen/listener.js';
import type { Finish } from '../output/finished.js';
import { loud, note, objectOf, pickedText, present, queryOf } from '../output/present.js';
import { credentialOf, resolveProfile, type ResolvedProfile } from '../profiles/resolve.js';
import { storedCredentials } from '../profiles/stored-credentials.js';
import { languageNames } from '../languages/languages.js';
import type { Send } from '../contract/wire.js';

type ListenOptions = Given<
  'port' | 'confirm' | 'save' | 'expect' | 'lang' | 'store',
  'forward' | 'allProfiles' | 'signatureOnly'
>;

const maxConnections = 64;

export function registerListen(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg listen --profile local',
    'pvg listen --profile local --port 0 --save requests --json',
    'pvg listen --profile local --expect 3',
  ]);
  command
    .description('diagnose each request that a game server sends to a local address')
    .option('--port <n>', 'the port on 127.0.0.1; 0 picks one (default: 8787)')
    .option('--forward', 'forward the exact bytes to the profile’s address (default: the emulator answers)')
    .option('--confirm <profile>', 'with --forward on prod: the profile’s name, to forward verify calls too')
    .option('--save <folder>', 'save each request as a file for `pvg diagnose`')
    .option('--expect <n>', 'end after n requests: status 0 if all are right and none is refused, else 6')
    .option('--store <file>', 'a JSON array of purchases that the emulator knows besides the demo purchases')
    .option('--signature-only', 'a receipt that the emulator does not know is no refusal')
    .option('--lang <language>', `show the fix as code, with -v and on the page: ${languageNames.join(', ')}`)
    .option('--all-profiles', 'also try the stored profiles of other environments')
    .addHelpText(
      'after',
      '\nOpen the page at the address that pvg prints, with what stands behind its `#`. It shows each request as it came,\n' +
        'the right values beside it, a curl command and a replay. The game server gets no more information than from the\n' +
        'real service. With --json: one object for each request. Stop it with Ctrl-C.',
    )
    .action(async (options: ListenOptions) =>
      finish(await runListen(context, globalOptions(command), options)),
    );
}

/** Runs until it is interrupted or has seen what it expects. */
async function runListen(
  context: Context,
  globals: GlobalOptions,
  options: ListenOptions,
): Promise<ExitStatus> {
  const settings = await readSettings(context, options);
  const profile = await resolveProfile(context, { profile: globals.profile });
  const credential = credentialOf(profile.name, profile);
  requireSecret(profile.name, credential);
  const send = settings.forward ? await forwardTo(context, globals, profile) : undefined;
  const saving = settings.save === undefined ? [] : await makeFolder(context, settings.save);
  const purchases = await openList(context.files, settings.store, purchaseList);

  const ended = new AbortController();
  const expected = new Expected(settings.expect);
  const tell = await teller(context, globals, profile);
  const stored = await storedCredentials(
    context,
    options.allProfiles === true ? undefined : profile.environment,
    profile.name,
  );
  const listener = new Listener(context, settings, {
    profile,
    credential,
    others: stored.credentials,
    purchases,
    send,
    tell: async (entry, code) => {
      await tell(entry, code);
      expected.count(entry);
    },
    onBroken: (error) => {
      ended.abort(error);
    },
  });
  // Read the interrupt before the output says that it listens.
  const { interrupt } = context;
  const server = await serveSends(context.serve, {
    port: settings.port,
    maxConnections,
    route: (target) => listener.visit(target),
    page: (request) => listener.page(request),
    onFailure: (error) => void context.stderr.write(`${failureText(error)}\n`),
  });
  try {
    if (settings.forward) refuseLoop(profile, server.port);
    const opened = opening(profile, settings, server.port, listener.pageKey);
    for (const line of [...opened, ...saving, ...stored.notes]) await note(context, loud, line);
    // Only now: the line above shows it.
    context.secrets.add(listener.pageKey);
    await Promise.race([interrupt, ended.signal, expected.signal].map(aborted));
  } finally {
    await server.close();
    await listener.close();
  }
  // The output cannot be written, or nobody reads it any more.
  if (ended.signal.aborted) throw ended.signal.reason;
  if (expected.says !== undefined) await note(context, loud, expected.says);
  return expected.allRight ? 0 : 6;
}

interface Settings extends ListenerSettings {
  readonly port: number;
  readonly forward: boolean;
  readonly expect: number | undefined;
  readonly store: string | undefined;
}

async function readSettings(
  context: Context,
  {
    port,
    forward: forwarding = false,
    confirm,
    save,
    expect,
    lang,
    store,
    signatureOnly = false,
  }: ListenOptions,
): Promise<Settings> {
  if (confirm !== undefined && !forwarding) {
    throw new PvgError('usage', '--confirm needs --forward.', {
      hint: 'Remove --confirm: without --forward nothing reaches the service.',
    });
  }
  if (forwarding && (store !== undefined || signatureOnly)) {
    throw new PvgError('usage', '--store and --signature-only cannot be used with --forward.', {
      hint: 'Remove --forward: the emulator then answers.',
    });
  }
  return {
    ...{ store, signatureOnly },
    port: number('--port', port, 8787, { least: 0, most: 65_535, whole: true }),
    forward: forwarding,
    confirm,
    save,
    expect:
      expect === undefined
        ? undefined
        : number('--expect', expect, 1, { least: 1, most: 1_000_000, whole: true }),
    source: lang === undefined ? undefined : await readSource(context, readLanguage('--lang', lang)),
  };
}

async function teller(
  context: Context,
  globals: GlobalOptions,
  profile: ResolvedProfile,
): Promise<ListenerParts['tell']> {
  const query = await queryOf(globals.query);
  return (entry, code) => {
    const view = viewEntry(entry, context.timeZone, globals.verbose, code);
    const finished = finishedEntry(entry, profile, view, code);
    if (!globals.json) return present(context, { ...globals, raw: false, query: undefined }, finished);
    return context.stdout.write(pickedText(objectOf(context, finished), { ...globals, query }));
  };
}

/** @throws {PvgError} `secret-missing`: a signature cannot be checked without a secret. */
function requireSecret(name: string | null, credential: Credential): void {
  if (secretsIn(credential).length > 0) return;
  throw new PvgError(
    'secret-missing',
    `There is no client secret and no secret key in ${credential.label}.`,
    {
      hint:
        name === null
          ? 'Set PVG_CLIENT_ID and PVG_CLIENT_SECRET, or PVG_SECRET_KEY.'
          : `Store one: \`pvg profile set ${name} --client-secret-file <path>\`, or with \`--secret-key-file\`.`,
      section: '§5',
    },
  );
}

async function forwardTo(context: Context, globals: GlobalOptions, profile: ResolvedProfile): Promise<Send> {
  if (profile.local) {
    throw new PvgError('usage', 'The profile local has no address to forward to.', {
      hint: 'Remove --forward: the emulator then answers.',
    });
  }
  if (forwardAddresses(profile).length === 0) {
    throw new PvgError('profile-incomplete', 'The profile has no address to forward to.', {
      hint: 'Store one with `pvg profile set`, or remove --forward: the emulator then answers.',
    });
  }
  for (const interfaceId of interfaces)
    await refuseUncheckedTls(context, { profile, globals, interface: interfaceId });
  return context.network();
}

function refuseLoop(profile: ResolvedProfile, port: number): void {
  const loops = forwardAddresses(profile).some((address) => {
    const { hostname, port: theirs, protocol } = new URL(address);
    return isLoopback(hostname) && protocol === 'http:' && Number(theirs === '' ? 80 : theirs) === port;
  });
  if (!loops) return;
  const says = 'The profile’s address is the address of this pvg listen: it would forward to itself.';
  throw new PvgError('usage', says, {
    hint: 'Choose another port with --port, or use the profile of the real service.',
  });
}

/** Creates a missing folder with mode 0700; what is to say of it. @throws {PvgError} `usage` if it is not a folder */
async function makeFolder({ files }: Context, folder: string): Promise<string[]> {
  try {
    const found = await files.readIfThere(folder);
    // Requests contain receipts, which must not get into a repository.
    if (found === undefined) await files.replace(join(folder, '.gitignore'), '*\n');
    else throw new FileError('ENOTDIR', folder);
    return [];
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.code === 'EISDIR' || error.code === 'EPERM')
      return (await files.kind(folder)) === 'link' ? [linkedFolder(folder, 'each request')] : [];
    throw new PvgError('usage', `The folder of --save cannot be used (${error.code}).`, {
      hint: 'Choose a folder that exists or can be created.',
      cause: error,
    });
  }
}

function opening(profile: ResolvedProfile, settings: Settings, port: number, pageKey: string): string[] {
  const { forward: forwarding, confirm, save } = settings;
  const address = `http://127.0.0.1:${String(port)}`;
  const answers = forwarding
    ? `forwarding to ${forwardAddresses(profile).join(' and ')}`
    : 'the emulator answers';
  const { secretKey, gameId } = profile;
  const lines = [
    `listening on ${address}`,
    `profile ${profileText(profile)}: ${answers}; page: ${address}/#${pageKey}`,
    forwarding && guardForward(profile, confirm, paths.verify)?.says,
    confirm !== undefined &&
      confirm !== confirmName(profile) &&
      `--confirm is not ${whoseName(profile)}, so it has no effect.`,
    !forwarding &&
      secretKey !== undefined &&
      gameId === undefined &&
      'The profile has no game id, so the emulator knows only the game demo.',
    save !== undefined && `Each request is saved in ${save}, with its receipt and signature.`,
    ...profile.notes.map(({ says }) => says),
  ];
  return lines.filter((line) => typeof line === 'string');
}
