import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SearchThread } from '../background/search-thread.js';
import { onFileError, type Context } from '../context.js';
import type { Credential } from '../contract/credential.js';
import { records } from '../contract/interfaces.js';
import type { RequestDiagnosis } from '../diagnosis/outcome.js';
import { usualBudgetMs } from '../diagnosis/search/limits.js';
import { isExplained } from '../diagnosis/verdict.js';
import type { EmulatedPurchase } from '../emulator/purchase.js';
import type { Logged } from '../emulator/server.js';
import { emulateService, type EmulatedService } from '../emulator/service.js';
import { World } from '../emulator/world.js';
import type { SignerSource } from '../languages/language.js';
import { evenIfQuiet, printNote } from '../output/print-result.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { entryOf, type Entry } from './entry.js';
import { observed, savedName, savedText, seen, type Seen } from './request.js';
import { pageAnswer, Site } from './site.js';
import { notJudged, requestTooLarge, undiagnosed, type RequestJudgement } from './judgement.js';

const mostWaiting = 64;
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
  readonly source: SignerSource | undefined;
  /** A receipt that the emulator does not know is no refusal. */
  readonly signatureOnly: boolean;
  /** The page's script. */
  readonly script: string;
  readonly tell: (entry: Entry) => Promise<void>;
}

/** Each request is answered by the emulator first, then diagnosed, then told, one by one. */
export class Listener {
  /** What the page's address ends with: only the terminal shows it. */
  readonly key = randomBytes(16).toString('base64url');
  readonly service: EmulatedService;
  readonly site: Site;
  private readonly searchThread: SearchThread;
  private count = 0;
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly context: Context,
    private readonly settings: Settings,
  ) {
    const { profile, script } = settings;
    this.service = emulatedFor(context, settings);
    this.site = new Site(context, this.key, pageAnswer(script, profileText(profile)));
    this.searchThread = new SearchThread(context);
  }

  /** Of a request that was answered: until it is saved and told. */
  async take({ answer, ...logged }: Logged): Promise<void> {
    if (answer === null) return;
    const request = seen({ ...logged, answer, number: (this.count += 1) });
    const saving = this.saved(request);
    const tell = async (found: RequestDiagnosis | RequestJudgement): Promise<void> => {
      const entry = entryOf(request, found, await saving, this.settings);
      if (this.closed) return;
      this.site.add(entry);
      await this.settings.tell(entry);
    };
    const telling =
      this.waiting < mostWaiting
        ? this.inTurn(async () => tell(await this.diagnosed(request)))
        : tell(undiagnosed('Too many requests arrived at once.'));
    await Promise.all([saving, telling]);
  }

  /** Tells the requests that have arrived, as long as that is quick, and ends. */
  async close(): Promise<void> {
    const done = new AbortController();
    const late = this.context.clock.sleep(graceMs, done.signal).catch(() => undefined);
    await Promise.race([this.last, late]);
    done.abort();
    this.closed = true;
    await this.searchThread.close();
  }

  /** One at a time, after the answers that are ready. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.waiting += 1;
    const before = this.last.then(() => setImmediate());
    const turn = before
      .then(() => (this.closed ? undefined : work()))
      .finally(() => (this.waiting -= 1));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async diagnosed(request: Seen): Promise<RequestDiagnosis | RequestJudgement> {
    const { answer, body } = request;
    if (answer.status === 413) return requestTooLarge('pvg did not read the body.');
    if (body === undefined) return undiagnosed('The request was refused before its body was read.');
    const known = observed(request);
    if (known === undefined) return notJudged;
    const { member, words } = records[known.interface].secret;
    if (this.settings.credential[member] === undefined) {
      return undiagnosed(`The profile has no ${words}.`);
    }
    const { credential, others } = this.settings;
    const search = { credential, others, budgetMs: usualBudgetMs };
    const found = await this.searchThread.diagnose(known, search).catch(() => undefined);
    if (found === undefined) {
      return undiagnosed('The search for a cause failed, or took too much time or memory.');
    }
    return request.operation !== undefined || isExplained(found) ? found : notJudged;
  }

  /** The path of its file; null without one. */
  private async saved(request: Seen): Promise<string | null> {
    const { save: folder } = this.settings;
    if (folder === undefined || request.body === undefined) return null;
    const path = join(folder, savedName(request));
    const write = this.context.files.write(
      path,
      this.context.secrets.redact(savedText(request)),
      true,
    );
    const failed = onFileError(({ code }) =>
      printNote(
        this.context,
        evenIfQuiet,
        `A request could not be saved in ${folder} (${code}).`,
      ).then(() => null),
    );
    return write.then(() => path, failed);
  }
}

function emulatedFor(
  { clock, random }: Context,
  { profile, purchases }: Settings,
): EmulatedService {
  const world = new World({ clock, random, credentials: profile, beginning: { purchases } });
  const service = emulateService(world);
  return {
    ...service,
    send: async (...request) => {
      const answer = await service.send(...request);
      if (answer.status !== 401) return answer;
      // The mark of what the contract does not show would reveal why a signature was refused.
      return { ...answer, headers: answer.headers.filter(([name]) => name !== 'x-pvg-not-shown') };
    },
  };
}

export function profileText({ name, environment }: ResolvedProfile): string {
  return `${name ?? 'environment variables'} (${environment})`;
}
