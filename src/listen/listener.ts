import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SearchThread } from '../background/search-thread.js';
import type { Context } from '../context.js';
import { onFileError } from '../file-access.js';
import type { Credential } from '../contract/credential.js';
import { interfaceRecords } from '../contract/interfaces.js';
import type { WireResponse } from '../contract/wire.js';
import { diagnoseInTime } from '../diagnosis/diagnose.js';
import type { ObservedRequest } from '../diagnosis/observed-request.js';
import { isMatch, type RequestDiagnosis } from '../diagnosis/outcome.js';
import { usualBudgetMs } from '../diagnosis/search/limits.js';
import { isExplained } from '../diagnosis/verdict.js';
import type { EmulatedPurchase } from '../emulator/purchase.js';
import type { AnsweredRequest } from '../emulator/server.js';
import { type EmulatedService, emulateService } from '../emulator/service.js';
import { World } from '../emulator/world.js';
import type { SignerSource } from '../languages/language.js';
import { evenIfQuiet, printNote } from '../output/print-result.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { PageAccess } from '../web/page-access.js';
import { buildEntry, type ListenEntry } from './entry.js';
import {
  diagnosisInput,
  receivedRequest,
  savedName,
  savedText,
  shownPath,
  type ReceivedRequest,
} from './request.js';
import { Site } from './site.js';
import { notJudged, requestTooLarge, undiagnosed, type RequestJudgement } from './judgement.js';

const mostWaiting = 64;
/** A search that takes longer is announced. */
const quietSearchMs = 300;
/** How long the last requests may take when the listener ends. */
const lastRequestsGraceMs = 2_000;

interface ListenerSettings {
  readonly profile: ResolvedProfile;
  readonly credential: Credential;
  /** Credentials that a search tries after it. */
  readonly others: readonly Credential[];
  /** Profiles of other environments are stored, and are not tried. */
  readonly moreStored: boolean;
  /** What the emulator’s store knows besides the demo purchases. */
  readonly purchases: readonly EmulatedPurchase[];
  /** The folder of --save; undefined without it. */
  readonly save: string | undefined;
  /** The language of the code of a fix. */
  readonly source: SignerSource | undefined;
  /** A receipt that the emulator does not know is no refusal. */
  readonly signatureOnly: boolean;
  readonly page: WireResponse;
  /** Says something beside the entries. */
  readonly tell: (text: string) => Promise<void>;
  readonly printEntry: (entry: ListenEntry) => Promise<void>;
}

/** A diagnosis, or why there is none. */
type Found = RequestDiagnosis | RequestJudgement;

/** The result, or what must be searched for it. */
type JudgedAtOnce = { readonly found: Found } | { readonly input: ObservedRequest };

/** On an unknown path, only an explained signature says anything. */
function judgedOnly({ operation }: ReceivedRequest, found: RequestDiagnosis): Found {
  return operation !== undefined || isExplained(found) ? found : notJudged;
}

/** Each request is answered by the emulator first, then diagnosed, then told; searches are made one by one. */
export class Listener {
  readonly access = new PageAccess();
  readonly service: EmulatedService;
  readonly site: Site;
  private readonly searchThread: SearchThread;
  private requestCount = 0;
  private printedCount = 0;
  private waitingCount = 0;
  private lastTurn: Promise<unknown> = Promise.resolve();
  private printing: Promise<unknown> = Promise.resolve();
  private isClosed = false;
  private allSaved: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly context: Context,
    private readonly settings: ListenerSettings,
  ) {
    const { profile, page } = settings;
    this.service = openEmulator(context, settings);
    this.site = new Site(context, { access: this.access, page, profile: profileText(profile) });
    this.searchThread = new SearchThread(context);
  }

  /** Saves and prints a request. One whose answer was lost is neither saved nor printed. */
  async take({ answer, ...logged }: AnsweredRequest): Promise<void> {
    if (answer === null) return;
    this.requestCount += 1;
    const request = receivedRequest({ ...logged, answer, number: this.requestCount });
    const saving = this.save(request);
    this.allSaved = Promise.allSettled([this.allSaved, saving]);
    await Promise.all([saving, this.judgeAndPrint(request, saving)]);
  }

  /** What needs no search is printed at once, also while an earlier request is still searched. */
  private async judgeAndPrint(
    request: ReceivedRequest,
    saving: Promise<string | null>,
  ): Promise<void> {
    const print = async (found: Found): Promise<void> => {
      const entry = buildEntry({ ...this.settings, request, found, saved: await saving });
      if (this.isClosed) return;
      this.printedCount += 1;
      this.site.add(entry);
      await this.settings.printEntry(entry);
    };
    const judged = this.judgeAtOnce(request);
    if ('found' in judged) return this.afterAnswers(() => print(judged.found));
    if (this.waitingCount >= mostWaiting) {
      return print(undiagnosed('Too many requests arrived at once.'));
    }
    return this.inTurn(async () => {
      const end = new AbortController();
      // A note that cannot be printed is no reason to end.
      this.tellSearch(request, end.signal).catch(() => undefined);
      const found = await this.search(request, judged.input);
      end.abort();
      await print(found);
    });
  }

  /** Says that a search is on its way, unless it ends soon. */
  private async tellSearch(request: ReceivedRequest, signal: AbortSignal): Promise<void> {
    const isOver = await this.context.clock.sleep(quietSearchMs, signal).then(
      () => signal.aborted,
      () => true,
    );
    if (isOver || this.isClosed) return;
    await this.settings.tell(`${shownPath(request)}: searching for the cause …`);
  }

  /** After the event loop has sent the answers that are ready; the end of the listener waits for it. */
  private afterAnswers(work: () => Promise<void>): Promise<void> {
    const done = setImmediate().then(work);
    this.printing = Promise.allSettled([this.printing, done]);
    return done;
  }

  /** How many requests were answered but never printed: the listener ended before their diagnosis. */
  get unprintedCount(): number {
    return this.requestCount - this.printedCount;
  }

  /** Saves the requests that have arrived, prints them as long as that is quick, and ends. */
  async close(): Promise<void> {
    const done = new AbortController();
    const late = this.context.clock.sleep(lastRequestsGraceMs, done.signal).catch(() => undefined);
    await Promise.race([Promise.all([this.lastTurn, this.printing]), late]);
    done.abort();
    this.isClosed = true;
    await this.allSaved;
    await this.searchThread.close();
  }

  /** Does one work at a time, after the event loop has sent the answers that are ready. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.waitingCount += 1;
    const before = this.lastTurn.then(() => setImmediate());
    const turn = before
      .then(() => (this.isClosed ? undefined : work()))
      .finally(() => {
        this.waitingCount -= 1;
      });
    this.lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** The result, if none has to be searched for; else what is searched. */
  private judgeAtOnce(request: ReceivedRequest): JudgedAtOnce {
    const { answer, body } = request;
    if (answer.status === 413) return { found: requestTooLarge('pvg did not read the body.') };
    if (body === undefined) {
      return { found: undiagnosed('The request was refused before its body was read.') };
    }
    const input = diagnosisInput(request);
    if (input === undefined) return { found: notJudged };
    const { credential } = this.settings;
    const { member, words } = interfaceRecords[input.interface].secret;
    if (credential[member] === undefined) {
      return { found: undiagnosed(`The profile has no ${words}.`) };
    }
    const found = this.diagnoseAtOnce(input);
    return found !== undefined && isMatch(found)
      ? { found: judgedOnly(request, found) }
      : { input };
  }

  /** Without any attempt; undefined if that fails: the search will tell its failure. */
  private diagnoseAtOnce(input: ObservedRequest): RequestDiagnosis | undefined {
    const { credential } = this.settings;
    const search = { credential, budgetMs: usualBudgetMs, mostAttempts: 0 };
    try {
      return diagnoseInTime(input, search, () => this.context.clock.elapsed());
    } catch {
      return undefined;
    }
  }

  private async search(request: ReceivedRequest, input: ObservedRequest): Promise<Found> {
    const { credential, others } = this.settings;
    const search = { credential, others, budgetMs: usualBudgetMs };
    const found = await this.searchThread.diagnose(input, search).catch(() => undefined);
    if (found === undefined) {
      return undiagnosed('The search for a cause failed, or took too much time or memory.');
    }
    return judgedOnly(request, found);
  }

  /** Returns the path of the file; null if the request is not saved. */
  private async save(request: ReceivedRequest): Promise<string | null> {
    const { save: folder } = this.settings;
    if (folder === undefined || request.body === undefined) return null;
    const path = join(folder, savedName(request));
    const text = this.context.secrets.redact(savedText(request));
    const reportFailure = onFileError(async ({ code }) => {
      const note = `A request could not be saved in ${folder} (${code}).`;
      await printNote(this.context, evenIfQuiet, note);
      return null;
    });
    return this.context.files.write(path, text, true).then(() => path, reportFailure);
  }
}

function openEmulator(
  { clock, random }: Context,
  { profile, purchases }: ListenerSettings,
): EmulatedService {
  const world = new World({ clock, random, credentials: profile, initial: { purchases } });
  const service = emulateService(world);
  return {
    ...service,
    send: async (...request) => {
      const answer = await service.send(...request);
      if (answer.status !== 401) return answer;
      // This header marks what the contract does not show: here, why a signature was refused.
      return { ...answer, headers: answer.headers.filter(([name]) => name !== 'x-pvg-not-shown') };
    },
  };
}

export function profileText({ name, environment }: ResolvedProfile): string {
  return `${name ?? 'environment variables'} (${environment})`;
}
