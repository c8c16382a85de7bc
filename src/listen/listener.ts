import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { FileError, type Context } from '../context.js';
import type { Credential } from '../contract/credential.js';
import { records } from '../contract/interfaces.js';
import type { Diagnosis } from '../diagnosis/outcome.js';
import type { EmulatedPurchase } from '../emulator/purchase.js';
import type { Answerer, PageRequest } from '../emulator/server.js';
import { emulateService, type EmulatedService } from '../emulator/service.js';
import { World } from '../emulator/world.js';
import type { Source } from '../languages/language.js';
import { loud, note } from '../output/present.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { Diagnoser } from './diagnoser.js';
import { entryOf, type Entry } from './entry.js';
import { logging, type Logged } from './log.js';
import { Site } from './site.js';
import { Queue } from './queue.js';
import { observed, savedName, savedText, seen, type Seen } from './request.js';
import { judged, tooLarge, undiagnosed, type Told } from './told.js';

const mostWaiting = 64;
const budgetMs = 5_000;
/** How long the last requests may take when the listener ends. */
const graceMs = 2_000;

interface Settings {
  readonly profile: ResolvedProfile;
  readonly credential: Credential;
  /** Tried after it. */
  readonly others: readonly Credential[];
  /** What the emulator’s store knows besides the demo purchases. */
  readonly purchases: readonly EmulatedPurchase[];
  /** The folder of --save. */
  readonly save: string | undefined;
  /** Of the code of a fix. */
  readonly source: Source | undefined;
  /** A receipt that the emulator does not know is no refusal. */
  readonly signatureOnly: boolean;
  /** The page's script. */
  readonly script: string;
  readonly tell: (entry: Entry) => Promise<void>;
  readonly onBroken: (error: unknown) => void;
}

/** Each request is answered by the emulator first, then diagnosed, then told, one by one. */
export class Listener {
  /** What the page's address ends with: only the terminal shows it. */
  readonly key = randomBytes(16).toString('base64url');
  readonly route: () => Answerer;
  readonly page: (request: PageRequest) => ReturnType<Site['answer']>;
  private readonly diagnoser: Diagnoser;
  private readonly shown: Site;
  private readonly queue: Queue;
  private saveFailed = false;
  private closed = false;

  constructor(
    private readonly context: Context,
    private readonly settings: Settings,
  ) {
    const { profile, credential, others, onBroken } = settings;
    this.route = logging(emulatedFor(context, settings), context.clock, (logged) => {
      this.take(logged);
    });
    this.shown = new Site(context, { key: this.key, script: settings.script, profile: profileText(profile) });
    this.page = (request) => this.shown.answer(request);
    this.diagnoser = new Diagnoser(
      { credential, others, budgetMs },
      () => context.clock.elapsed(),
      async () => Buffer.from(await context.shipped('commands', 'diagnosis.worker.js')).toString('utf8'),
    );
    this.queue = new Queue(mostWaiting, onBroken);
  }

  /** Tells the requests that have arrived, as long as that is quick, and ends. */
  async close(): Promise<void> {
    const done = new AbortController();
    const late = this.context.clock.sleep(graceMs, done.signal).catch(() => undefined);
    await Promise.race([this.queue.idle(), late]);
    done.abort();
    this.closed = true;
    this.queue.clear();
    await this.diagnoser.close();
  }

  private take({ answer, ...logged }: Logged): void {
    if (answer === null) return;
    const request = seen({ ...logged, answer });
    const { onBroken, signatureOnly, source } = this.settings;
    const saving = this.saved(request).catch(onBroken);
    const tell = async (found: Diagnosis | Told): Promise<void> => {
      const entry = entryOf(request, found, { saved: (await saving) ?? null, signatureOnly, source });
      if (this.closed) return;
      this.shown.add(entry);
      await this.settings.tell(entry);
    };
    const isTaken = this.queue.add(async () => tell(judged(request, await this.diagnosed(request))));
    if (!isTaken) tell(undiagnosed('Too many requests arrived at once.')).catch(onBroken);
  }

  private async diagnosed(request: Seen): Promise<Diagnosis | Told | undefined> {
    const { answer, body } = request;
    if (answer.status === 413) return tooLarge('pvg did not read the body.');
    if (body === undefined) return undiagnosed('The request was refused before its body was read.');
    const known = observed(request);
    if (known === undefined) return undefined;
    const { member, words } = records[known.interface].secret;
    if (this.settings.credential[member] === undefined) return undiagnosed(`The profile has no ${words}.`);
    const failed = () => undiagnosed('The diagnosis failed because of a bug in pvg.');
    const found = await this.diagnoser.diagnose(known).catch(failed);
    return found === 'too-much'
      ? tooLarge('The search for a cause took too much time or memory, so pvg ended it.')
      : found;
  }

  /** The path of its file; null without one. What cannot be saved is said once: with a full disk each request would. */
  private async saved(request: Seen): Promise<string | null> {
    const { save: folder } = this.settings;
    if (folder === undefined || request.body === undefined) return null;
    const path = join(folder, savedName(request));
    try {
      await this.context.files.create(path, this.context.secrets.redact(savedText(request)));
      return path;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (!this.saveFailed)
        await note(this.context, loud, `A request could not be saved in ${folder} (${error.code}).`);
      this.saveFailed = true;
      return null;
    }
  }
}

/** With the profile’s credentials; a missing part is a random value that nobody knows. */
function emulatedFor(context: Context, { profile, purchases }: Settings): EmulatedService {
  const service = emulateService(
    new World({
      clock: context.clock,
      random: context.random,
      credentials: {
        clientId: profile.clientId ?? randomUUID(),
        clientSecret: profile.clientSecret ?? randomUUID(),
        gameId: profile.gameId ?? 'demo',
        secretKey: profile.secretKey ?? randomUUID(),
      },
      beginning: { purchases },
    }),
  );
  return { ...service, send: async (...request) => withoutMarks(await service.send(...request)) };
}

/** The mark of what the contract does not show would reveal why a signature was refused. */
const withoutMarks: <Answer extends Awaited<ReturnType<EmulatedService['send']>>>(
  answer: Answer,
) => Answer = (answer) =>
  answer.status === 401
    ? { ...answer, headers: answer.headers.filter(([name]) => name !== 'x-pvg-not-shown') }
    : answer;

export const profileText = ({ name, environment }: ResolvedProfile): string =>
  `${name ?? 'environment variables'} (${environment})`;
