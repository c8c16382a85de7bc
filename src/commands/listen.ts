import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Command } from 'commander';
import { FileError, type Context } from '../context.js';
import { isLoopback } from '../contract/loopback.js';
import type { Credential } from '../diagnosis/attempt.js';
import { isCauseId } from '../diagnosis/catalogue.js';
import { memoryLedger } from '../emulator/ledger.js';
import { serveSends, type Answerer } from '../emulator/server.js';
import { emulateService, interfaceAt, type EmulatedService } from '../emulator/service.js';
import { PvgError, type ExitStatus } from '../failure.js';
import { number } from '../input/call-options.js';
import { examples } from '../input/examples.js';
import { globalOptions, type GlobalOptions } from '../input/global-options.js';
import { printJson, type Printable } from '../json/print.js';
import { inThread, type Diagnoser } from '../listen/diagnoser.js';
import { entryOf, type Entry } from '../listen/entry.js';
import { savedName, savedText } from '../listen/envelope.js';
import { confirmName, forward, forwardAddresses, forwardedRequest, guardForward } from '../listen/forward.js';
import { viewEntry } from '../listen/line.js';
import { jsonOf } from '../listen/ndjson.js';
import { askedAfter, shownEntry, Shown } from '../listen/news.js';
import { newsAnswer, pageAnswer } from '../listen/page.js';
import { boundedQueue, type Queue } from '../listen/queue.js';
import { observed, seen, withoutQuery, type Answered, type Seen } from '../listen/seen.js';
import type { Outcome } from '../listen/verdict.js';
import { plainFinished, type Finish } from '../output/finished.js';
import { present } from '../output/present.js';
import type { Query } from '../output/query.js';
import { resolveProfile, type ResolvedProfile } from '../profiles/resolve.js';
import { snippetLanguages, type SnippetLanguage } from '../snippets/snippets.js';
import type { Send, WireResponse } from '../wire.js';

/** As they were typed. */
export interface ListenOptions {
  readonly port?: string;
  readonly forward?: boolean;
  readonly confirm?: string;
  readonly save?: string;
  readonly lang?: string;
}

const maxConnections = 64;
const mostWaiting = 64;
const budgetMs = 5_000;
/** How long what has arrived may still take when the listener ends. */
const graceMs = 2_000;

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
    .option('--lang <language>', `with -v and on the page, the fix as code: ${snippetLanguages.join(', ')}`)
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
export async function runListen(
  context: Context,
  globals: GlobalOptions,
  options: ListenOptions,
): Promise<ExitStatus> {
  const settings = readSettings(options);
  const profile = await resolveProfile(context, {
    ...(globals.profile !== undefined && { profile: globals.profile }),
  });
  const credential = credentialOf(profile);
  const send = settings.forward ? await forwardTo(context, profile) : undefined;
  if (settings.save !== undefined) await makeFolder(context, settings.save);

  const ended = new AbortController();
  const listener = new Listener(context, globals, settings, {
    profile,
    credential,
    send,
    query: globals.query === undefined ? undefined : await parsedQuery(globals.query),
    onBroken: (error) => {
      ended.abort(error);
    },
  });
  const server = await serveSends(context.serve, {
    port: settings.port,
    maxConnections,
    route: (target) => listener.visit(target),
    page: ({ target, headers }) => listener.page(target, headers),
    onFailure: (error) => void context.stderr.write(`${viewFailure(error)}\n`),
  });
  try {
    if (settings.forward) refuseLoop(profile, server.port);
    await say(context, opening(profile, settings, server.port));
    await Promise.race([aborted(context.interrupt), aborted(ended.signal)]);
  } finally {
    await server.close();
    await listener.close();
  }
  // Nobody reads the output any more, or it cannot be written.
  if (ended.signal.aborted) throw ended.signal.reason;
  return 0;
}

interface Settings {
  readonly port: number;
  readonly forward: boolean;
  readonly confirm: string | undefined;
  readonly save: string | undefined;
  readonly language: SnippetLanguage | undefined;
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

function readLanguage(name: string | undefined): SnippetLanguage | undefined {
  if (name === undefined) return undefined;
  const language = snippetLanguages.find((each) => each === name.toLowerCase());
  if (language !== undefined) return language;
  throw new PvgError('usage', `--lang takes one of: ${snippetLanguages.join(', ')}.`, {
    hint: 'Example: `--lang python`.',
  });
}

const parsedQuery = async (text: string): Promise<Query> =>
  (await import('../output/query.js')).parseQuery(text);

/** @throws {PvgError} `secret-missing`: without a secret there is nothing to compare with. */
function credentialOf({ name, gateway, session }: ResolvedProfile): Credential {
  if (gateway.clientSecret === undefined && session.secretKey === undefined) {
    const who = name === null ? 'What the environment variables describe' : `The profile ${name}`;
    throw new PvgError('secret-missing', `${who} has neither a client secret nor a secret key.`, {
      hint:
        name === null
          ? 'Set PVG_CLIENT_ID and PVG_CLIENT_SECRET, or PVG_SECRET_KEY.'
          : `Run \`pvg profile set ${name} --client-secret-file <path>\`, or --secret-key-file.`,
      section: '§5',
    });
  }
  return {
    label: name === null ? 'the environment variables' : `profile ${name}`,
    ...(gateway.clientId !== undefined && { clientId: gateway.clientId }),
    ...(gateway.clientSecret !== undefined && { clientSecret: gateway.clientSecret }),
    ...(session.secretKey !== undefined && { secretKey: session.secretKey }),
  };
}

async function forwardTo(context: Context, profile: ResolvedProfile): Promise<Send> {
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
  return context.network();
}

/** Forwarding to itself would never end. */
function refuseLoop(profile: ResolvedProfile, port: number): void {
  const loops = forwardAddresses(profile).some((address) => {
    const { hostname, port: theirs, protocol } = new URL(address);
    return isLoopback(hostname) && protocol === 'http:' && Number(theirs === '' ? 80 : theirs) === port;
  });
  if (!loops) return;
  throw new PvgError(
    'usage',
    'The profile’s address is the one that pvg listen has: it would forward to itself.',
    {
      hint: 'Give pvg listen another port with --port, or name the profile of the real service.',
    },
  );
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
  const address = `http://127.0.0.1:${String(port)}`;
  const guarded = settings.forward && guardForward(profile, settings.confirm, '/iap/gateway/verify');
  return [
    `listening on ${address}`,
    `${answersOf(profile, settings)}; page: ${address}/`,
    ...(guarded ? [guarded.says] : []),
    ...(settings.confirm !== undefined && settings.confirm !== confirmName(profile)
      ? ['--confirm does not name the profile.']
      : []),
    ...(!settings.forward && profile.session.secretKey !== undefined && profile.session.gameId === undefined
      ? ['The profile has no game id: the emulator knows only the game demo.']
      : []),
    ...(settings.save === undefined
      ? []
      : [`Each request is kept in ${settings.save}, whole: with receipts and signatures.`]),
    ...profile.notes,
  ];
}

const profileText = ({ name, environment }: ResolvedProfile): string =>
  `${name ?? 'environment variables'} (${environment})`;

const answersOf = (profile: ResolvedProfile, { forward: forwarding }: Settings): string =>
  forwarding
    ? `profile ${profileText(profile)}: forwarding to ${forwardAddresses(profile).join(' and ')}`
    : `profile ${profileText(profile)}: the emulator answers`;

const say = async ({ stderr, secrets }: Context, lines: readonly string[]): Promise<void> => {
  for (const line of lines) await stderr.write(`${secrets.redact(line)}\n`);
};

const viewFailure = (error: unknown): string =>
  error instanceof PvgError ? error.message : 'A request could not be answered: a fault of pvg itself.';

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener('abort', () => {
        resolve();
      });
  });

interface Parts {
  readonly profile: ResolvedProfile;
  readonly credential: Credential;
  /** Where requests are forwarded; undefined: the emulator answers. */
  readonly send: Send | undefined;
  readonly query: Query | undefined;
  /** Told when the output cannot be written any more. */
  readonly onBroken: (error: unknown) => void;
}

/** Takes requests, has them answered first and diagnosed after, tells them one by one. */
class Listener {
  private readonly service: EmulatedService;
  private readonly diagnoser: Diagnoser;
  private readonly diagnosing: Queue;
  private readonly saving: Queue;
  private readonly telling: Queue;
  private readonly shown = new Shown();
  private readonly run = randomUUID();
  private arrived = 0;
  private saveFailed = false;
  private closed = false;

  constructor(
    private readonly context: Context,
    private readonly globals: GlobalOptions,
    private readonly settings: Settings,
    private readonly parts: Parts,
  ) {
    this.service = emulatedFor(context, parts.profile);
    this.diagnoser = inThread(
      { credential: parts.credential, budgetMs, elapsed: () => context.clock.elapsed() },
      new URL('../listen/thread.js', import.meta.url),
    );
    this.diagnosing = boundedQueue(mostWaiting, parts.onBroken);
    this.telling = boundedQueue(mostWaiting, parts.onBroken);
    this.saving = boundedQueue(mostWaiting, parts.onBroken);
  }

  /** One request from its first byte to its line. */
  visit(target: string): Answerer {
    const answering = interfaceAt(this.service, target);
    let request: Seen | undefined;
    let says: string | undefined;
    let by: Answered['by'] = this.parts.send === undefined ? 'emulator' : 'forward';
    return {
      refuse: answering.refuse,
      send: async (wire, options) => {
        const { send, profile } = this.parts;
        if (send === undefined) return terse(await answering.send(wire, options));
        const guarded = guardForward(profile, this.settings.confirm, target);
        if (guarded !== undefined) {
          by = 'refused';
          says = guarded.says;
          return answering.refuse(guarded.status, 'The request was not forwarded.', '§4');
        }
        const answer = await forward(send, forwardedRequest(profile, wire, target), options.signal);
        if (typeof answer !== 'string') return answer;
        says = `The service gave no whole answer: ${answer}.`;
        return answering.refuse(502, 'The service gave no whole answer.', '§7');
      },
      watch: {
        arrived: (arrived) => {
          this.arrived += 1;
          request = seen(arrived, this.arrived, this.context.clock.now());
        },
        answered: (status, refused) => {
          if (request === undefined) return;
          if (refused !== undefined) by = 'refused';
          this.take(request, { status, by, says: refused ?? says });
        },
      },
    };
  }

  page(target: string, headers: Seen['headers']): WireResponse | undefined {
    const path = withoutQuery(target);
    if (path === '/') return pageAnswer();
    // A script of another site may load this address, but not as its own.
    const elsewhere = headers.some(
      ([name, value]) => name.toLowerCase() === 'sec-fetch-site' && !['same-origin', 'none'].includes(value),
    );
    if (path !== '/requests.json' || elsewhere) return undefined;
    const news = {
      run: this.run,
      profile: profileText(this.parts.profile),
      answers: this.settings.forward ? forwardAddresses(this.parts.profile).join(' and ') : 'the emulator',
      ...this.shown.after(askedAfter(target, this.run)),
    };
    return newsAnswer(this.printed(news));
  }

  /** Ends with what has arrived told, as far as that is soon. */
  async close(): Promise<void> {
    const { clock } = this.context;
    const idle = Promise.all([this.saving.idle(), this.diagnosing.idle(), this.telling.idle()]);
    await Promise.race([idle, clock.sleep(graceMs)]);
    this.closed = true;
    for (const queue of [this.saving, this.diagnosing, this.telling]) queue.clear();
    await this.diagnoser.close();
  }

  private take(request: Seen, answered: Answered): void {
    if (this.settings.save !== undefined && request.body !== undefined)
      this.save(request, this.settings.save);
    const taken = this.diagnosing.add(async () => {
      await this.tell(entryOf(request, answered, await this.outcome(request)));
    });
    if (taken) return;
    const entry = entryOf(request, answered, { undiagnosed: 'Too many requests at once.' });
    this.telling.add(() => this.tell(entry));
  }

  private async outcome(request: Seen): Promise<Outcome> {
    const { credential } = this.parts;
    const known = observed(request);
    if (request.body === undefined) return { undiagnosed: 'The request was refused unread.' };
    if (known === undefined)
      return { undiagnosed: 'Neither path, headers nor body tell which interface is meant.' };
    const secret = known.interface === 'gateway' ? credential.clientSecret : credential.secretKey;
    if (secret === undefined) return { undiagnosed: `The profile has no secret of the ${known.interface}.` };
    return this.diagnoser
      .diagnose(known)
      .catch(() => ({ undiagnosed: 'The diagnosis failed: a fault of pvg itself.' }));
  }

  private async tell(entry: Entry): Promise<void> {
    if (this.closed) return;
    const { context, globals } = this;
    const { timeZone } = context;
    const code = await this.codeOf(entry);
    this.shown.add(shownEntry(entry, timeZone, code));
    if (globals.json) {
      const json = jsonOf(entry, this.parts.profile, code);
      await context.stdout.write(`${this.printed(this.parts.query?.(json) ?? json)}\n`);
      return;
    }
    const view = viewEntry(entry, {
      timeZone,
      verbose: globals.verbose,
      ...(code !== undefined && { code }),
    });
    await present(
      context,
      { json: false, raw: false, quiet: globals.quiet, color: globals.color },
      plainFinished('listen', { answer: null, exit: entry.word === 'ok' ? 0 : 6, view }),
    );
  }

  private async codeOf({ causes, interface: scheme }: Entry): Promise<string | undefined> {
    const { language } = this.settings;
    const known = causes.filter(isCauseId);
    if (language === undefined || scheme === undefined || known.length === 0) return undefined;
    const { fixCode } = await import('../diagnosis/fixes/fixes.js');
    return [...new Set(known.map((id) => fixCode(id, language, scheme)))].join('\n\n');
  }

  private save(request: Seen, folder: string): void {
    const taken = this.saving.add(async () => {
      try {
        await this.context.files.create(join(folder, savedName(request)), savedText(request));
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        await this.sayUnsaved(`A request could not be kept in ${folder} (${error.code}).`);
      }
    });
    if (!taken) void this.sayUnsaved('A request was not kept: too many at once.').catch(this.parts.onBroken);
  }

  /** Once: a full disk would say it with every request. */
  private async sayUnsaved(text: string): Promise<void> {
    if (this.saveFailed) return;
    this.saveFailed = true;
    await say(this.context, [text]);
  }

  private printed(value: Printable): string {
    return printJson(value, { redact: (text) => this.context.secrets.redact(text) });
  }
}

/** With the profile's own credentials; a part that it lacks is one that nobody can know. */
const emulatedFor = (context: Context, { gateway, session }: ResolvedProfile): EmulatedService =>
  emulateService({
    credentials: {
      clientId: gateway.clientId ?? randomUUID(),
      clientSecret: gateway.clientSecret ?? randomUUID(),
      gameId: session.gameId ?? 'demo',
      secretKey: session.secretKey ?? randomUUID(),
    },
    ledger: memoryLedger(),
    now: () => context.clock.now(),
    sleep: (ms, signal) => context.clock.sleep(ms, signal),
    random: context.random,
  });

/** The marks of what the contract does not show would tell one refused signature from another. */
const terse = (answer: WireResponse): WireResponse =>
  answer.status === 401
    ? { ...answer, headers: answer.headers.filter(([name]) => name !== 'x-pvg-not-shown') }
    : answer;
