import { join } from 'node:path';
import type { Command } from 'commander';
import { FileError, type Context } from '../context.js';
import { interfaces, paths } from '../contract/interfaces.js';
import { isLoopback } from '../contract/loopback.js';
import { aborted, failureText, serveSends } from '../emulator/server.js';
import { PvgError, type ExitStatus } from '../failure.js';
import { number, examples, globalOptions, type GlobalOptions } from '../input/options.js';
import { readLanguage } from '../input/language.js';
import { printJson } from '../text/json/print.js';
import { confirmName, forwardAddresses, guardForward } from '../listen/forward.js';
import { finishedEntry, viewEntry } from '../listen/line.js';
import { Listener, profileText, type ListenerSettings, type ListenerParts } from '../listen/listener.js';
import type { Finish } from '../output/finished.js';
import { loud, note, objectOf, present } from '../output/present.js';
import { credentialOf, resolveProfile, type ResolvedProfile } from '../profiles/resolve.js';
import { languageNames } from '../languages/languages.js';
import type { Send } from '../contract/wire.js';

interface ListenOptions {
  readonly port?: string;
  readonly forward?: boolean;
  readonly confirm?: string;
  readonly save?: string;
  readonly lang?: string;
}

const maxConnections = 64;

export function registerListen(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg listen --profile local',
    'pvg listen --profile local --port 0 --save requests --json',
  ]);
  command
    .description('a local address to point a game server at: each request is diagnosed as it arrives')
    .option('--port <n>', 'the port on 127.0.0.1; 0 picks one (default: 8787)')
    .option('--forward', 'pass the exact bytes on to the profile’s address (default: the emulator answers)')
    .option('--confirm <profile>', 'with --forward to prod: the profile’s name, to let verifies through')
    .option('--save <folder>', 'keep each request as a file that `pvg diagnose` reads')
    .option('--lang <language>', `with -v and on the page, the fix as code: ${languageNames.join(', ')}`)
    .addHelpText(
      'after',
      '\nThe page at / shows the requests live. The caller learns no more than from the real service. With --json: one\n' +
        'object a request. Ends on Ctrl-C.',
    )
    .action(async (options: ListenOptions) =>
      finish(await runListen(context, globalOptions(command), options)),
    );
}

/** Runs until it is interrupted: a server that its user ended has ended well. */
async function runListen(
  context: Context,
  globals: GlobalOptions,
  options: ListenOptions,
): Promise<ExitStatus> {
  const settings = readSettings(options);
  const profile = await resolveProfile(context, { profile: globals.profile });
  requireSecret(profile);
  const send = settings.forward ? await forwardTo(context, globals, profile) : undefined;
  if (settings.save !== undefined) await makeFolder(context, settings.save);

  const ended = new AbortController();
  const listener = new Listener(context, settings, {
    profile,
    credential: credentialOf(profile.name, profile),
    send,
    tell: await teller(context, globals, profile),
    onBroken: (error) => {
      ended.abort(error);
    },
  });
  // Listened to before anybody is told that it listens.
  const { interrupt } = context;
  const server = await serveSends(context.serve, {
    port: settings.port,
    maxConnections,
    route: (target) => listener.visit(target),
    page: ({ target, headers }) => listener.page(target, headers),
    onFailure: (error) => void context.stderr.write(`${failureText(error)}\n`),
  });
  try {
    if (settings.forward) refuseLoop(profile, server.port);
    for (const line of opening(profile, settings, server.port)) await note(context, loud, line);
    await Promise.race([aborted(interrupt), aborted(ended.signal)]);
  } finally {
    await server.close();
    await listener.close();
  }
  // Nobody reads the output any more, or it cannot be written.
  if (ended.signal.aborted) throw ended.signal.reason;
  return 0;
}

interface Settings extends ListenerSettings {
  readonly port: number;
  readonly forward: boolean;
}

function readSettings({ port, forward: forwarding = false, confirm, save, lang }: ListenOptions): Settings {
  if (confirm !== undefined && !forwarding) {
    throw new PvgError('usage', '--confirm goes with --forward.', {
      hint: 'The emulator records nothing: leave --confirm out.',
    });
  }
  return {
    port: number('--port', port, 8787, { least: 0, most: 65_535, whole: true }),
    forward: forwarding,
    confirm,
    save,
    language: readLanguage(lang),
  };
}

async function teller(
  context: Context,
  globals: GlobalOptions,
  profile: ResolvedProfile,
): Promise<ListenerParts['tell']> {
  const query =
    globals.query === undefined ? undefined : (await import('../output/query.js')).parseQuery(globals.query);
  return (entry, code) => {
    const view = viewEntry(entry, context.timeZone, globals.verbose, code);
    const finished = finishedEntry(entry, profile, view, code);
    if (!globals.json) return present(context, { ...globals, raw: false, query: undefined }, finished);
    const object = objectOf(context, finished);
    return context.stdout.write(`${printJson(query?.(object) ?? object)}\n`);
  };
}

/** @throws {PvgError} `secret-missing`: without a secret there is nothing to compare with. */
function requireSecret({ name, gateway, session }: ResolvedProfile): void {
  if (gateway.clientSecret !== undefined || session.secretKey !== undefined) return;
  const who = name === null ? 'What the environment variables describe' : `The profile ${name}`;
  throw new PvgError('secret-missing', `${who} has neither a client secret nor a secret key.`, {
    hint:
      name === null
        ? 'Set PVG_CLIENT_ID and PVG_CLIENT_SECRET, or PVG_SECRET_KEY.'
        : `Run \`pvg profile set ${name} --client-secret-file <path>\`, or --secret-key-file.`,
    section: '§5',
  });
}

async function forwardTo(context: Context, globals: GlobalOptions, profile: ResolvedProfile): Promise<Send> {
  if (profile.local) {
    throw new PvgError('usage', 'The profile local has no address to forward to.', {
      hint: 'Leave --forward out: the emulator answers.',
    });
  }
  if (forwardAddresses(profile).length === 0) {
    throw new PvgError('profile-incomplete', 'The profile has no address to forward to.', {
      hint: 'Store one with `pvg profile set`, or leave --forward out: the emulator answers.',
    });
  }
  // Loaded here: without --forward nothing is sent.
  const { refuseUncheckedTls } = await import('../calls/connection.js');
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
  const says = 'The profile’s address is the one that pvg listen has: it would forward to itself.';
  throw new PvgError('usage', says, {
    hint: 'Give pvg listen another port with --port, or name the profile of the real service.',
  });
}

/** Made 0700 where it is missing. @throws {PvgError} `usage` when it is no folder */
async function makeFolder({ files }: Context, folder: string): Promise<void> {
  try {
    const found = await files.readIfThere(folder);
    // The first file in a new folder: requests hold receipts, which must not reach a repository.
    if (found === undefined) await files.replace(join(folder, '.gitignore'), '*\n');
    else throw new FileError('ENOTDIR', folder);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.code === 'EISDIR' || error.code === 'EPERM') return;
    throw new PvgError('usage', `The folder of --save cannot be used (${error.code}).`, {
      hint: 'Name a folder, or one that can be made.',
      cause: error,
    });
  }
}

function opening(profile: ResolvedProfile, settings: Settings, port: number): string[] {
  const { forward: forwarding, confirm, save } = settings;
  const address = `http://127.0.0.1:${String(port)}`;
  const answers = forwarding
    ? `forwarding to ${forwardAddresses(profile).join(' and ')}`
    : 'the emulator answers';
  const { secretKey, gameId } = profile.session;
  const lines = [
    `listening on ${address}`,
    `profile ${profileText(profile)}: ${answers}; page: ${address}/`,
    forwarding && guardForward(profile, confirm, paths.verify)?.says,
    confirm !== undefined && confirm !== confirmName(profile) && '--confirm does not name the profile.',
    !forwarding &&
      secretKey !== undefined &&
      gameId === undefined &&
      'The profile has no game id: the emulator knows only the game demo.',
    save !== undefined && `Each request is kept in ${save}, whole: with receipts and signatures.`,
    ...profile.notes.map(({ says }) => says),
  ];
  return lines.filter((line) => typeof line === 'string');
}
