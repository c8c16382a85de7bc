import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SearchThread } from '../background/search-thread.js';
import type { Context } from '../context.js';
import { onFileError } from '../file-access.js';
import type { Credential } from '../contract/credential.js';
import { interfaceRecords, operationAt } from '../contract/interfaces.js';
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
import { profileFields, profileSetCommand } from '../profiles/fields.js';
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
/** If a search takes longer than this, a note says that pvg is searching. */
const quietSearchMs = 300;
/** How long the last requests may take when the listener ends. */
const lastRequestsGraceMs = 2_000;

interface ListenerSettings {
  readonly profile: ResolvedProfile;
  readonly credential: Credential;
  /** Other credentials, which a search tries after `credential`. */
  readonly others: readonly Credential[];
  /** Profiles of other environments are stored, and are not tried. */
  readonly moreStored: boolean;
  /** The purchases that the emulator’s store has in addition to the demo purchases. */
  readonly purchases: readonly EmulatedPurchase[];
  /** The folder of --save; undefined without it. */
  readonly save: string | undefined;
  /** The language of the code of a fix. */
  readonly source: SignerSource | undefined;
  /** With --signature-only a receipt that the emulator does not know is no refusal. */
  readonly signatureOnly: boolean;
  readonly page: WireResponse;
  /** Prints a note between the entries. */
  readonly tell: (text: string) => Promise<void>;
  readonly printEntry: (entry: ListenEntry) => Promise<void>;
}

/** The diagnosis of a request, or a judgement that says why there is none. */
type DiagnosisOrReason = RequestDiagnosis | RequestJudgement;

/** The diagnosis, if it needs no search; else the request that must be searched. */
type FoundAtOnce = { readonly found: DiagnosisOrReason } | { readonly input: ObservedRequest };

/** On an unknown path a diagnosis counts only if it explains the signature: that proves that the service was meant. */
function onlyExplained({ target }: ReceivedRequest, found: RequestDiagnosis): DiagnosisOrReason {
  return operationAt(target) !== undefined || isExplained(found) ? found : notJudged(target);
}

/** The emulator answers each request; then the listener saves, diagnoses and prints it. It makes one search at a time. */
export class Listener {
  readonly access = new PageAccess();
  readonly service: EmulatedService;
  readonly site: Site;
  private readonly searchThread: SearchThread;
  private requestCount = 0;
  /** The statuses of the requests that were answered but are not printed yet, by their numbers. */
  private readonly answeredStatuses = new Map<number, number>();
  private waitingCount = 0;
  /** Ends with the last request that waits for its search. */
  private lastTurn: Promise<unknown> = Promise.resolve();
  /** Ends when all requests that need no search are printed. */
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

  /** Saves and prints a request; does nothing if the caller got no answer. */
  async take({ answer, ...logged }: AnsweredRequest): Promise<void> {
    if (answer === null) return;
    this.requestCount += 1;
    const request = receivedRequest({ ...logged, answer, number: this.requestCount });
    this.answeredStatuses.set(this.requestCount, answer.status);
    const saving = this.save(request);
    this.allSaved = Promise.allSettled([this.allSaved, saving]);
    await Promise.all([saving, this.judgeAndPrint(request, saving)]);
  }

  /** Prints a request that needs no search at once, even while an earlier one is still searched. */
  private async judgeAndPrint(
    request: ReceivedRequest,
    saving: Promise<string | null>,
  ): Promise<void> {
    const print = async (found: DiagnosisOrReason): Promise<void> => {
      const entry = buildEntry({ ...this.settings, request, found, saved: await saving });
      if (this.isClosed) return;
      this.answeredStatuses.delete(request.number);
      this.site.add(entry);
      await this.settings.printEntry(entry);
    };
    const judged = this.judgeAtOnce(request);
    if ('found' in judged) return this.runAfterAnswers(() => print(judged.found));
    if (this.waitingCount >= mostWaiting) {
      // `close` does not wait for this print. If it comes too late, the request stays in the getter `undiagnosed` below.
      return print(undiagnosed('Too many requests arrived at once.'));
    }
    return this.runInTurn(async () => {
      const end = new AbortController();
      // If this note cannot be printed, the listener goes on.
      this.tellSearch(request, end.signal).catch(() => undefined);
      const found = await this.search(request, judged.input);
      end.abort();
      await print(found);
    });
  }

  /** Prints a note that pvg is searching, unless the search ends soon. */
  private async tellSearch(request: ReceivedRequest, signal: AbortSignal): Promise<void> {
    // An abort rejects the sleep: the search is over.
    const isOver = await this.context.clock.sleep(quietSearchMs, signal).then(
      () => signal.aborted,
      () => true,
    );
    if (isOver || this.isClosed) return;
    await this.settings.tell(`#${request.number} ${shownPath(request)}: searching for the cause …`);
  }

  /** Does the work after the event loop has sent the answers that are ready. `close` waits for it. */
  private runAfterAnswers(work: () => Promise<void>): Promise<void> {
    const done = setImmediate().then(work);
    this.printing = Promise.allSettled([this.printing, done]);
    return done;
  }

  /** The statuses of the requests that were answered but not printed, because the listener ended before their diagnosis. */
  get undiagnosed(): ReadonlyMap<number, number> {
    return this.answeredStatuses;
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

  /** Does the work after all earlier work, and after the event loop has sent the answers that are ready. */
  private runInTurn(work: () => Promise<void>): Promise<void> {
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

  /** Judges a request without a search; returns the request to search if that is not enough. */
  private judgeAtOnce(request: ReceivedRequest): FoundAtOnce {
    const { answer, body } = request;
    if (answer.status === 413) return { found: requestTooLarge('pvg did not read the body.') };
    if (body === undefined) {
      return { found: undiagnosed('The request was refused before its body was read.') };
    }
    const input = diagnosisInput(request);
    if (input === undefined) return { found: notJudged(request.target) };
    const { credential } = this.settings;
    const { member, words } = interfaceRecords[input.interface].secret;
    if (credential[member] === undefined) {
      return {
        found: undiagnosed(`The profile has no ${words}.`, undefined, this.addSecret(member)),
      };
    }
    const found = this.diagnoseAtOnce(input);
    return found !== undefined && isMatch(found) ? { found } : { input };
  }

  /** Which command gives the profile the secret that it lacks. */
  private addSecret(name: 'clientSecret' | 'secretKey'): string {
    const { profile } = this.settings;
    const fields = profileFields.filter((field) => field.name === name);
    const command = profile.name === null ? undefined : profileSetCommand(profile.name, fields);
    const where = command ?? `export ${fields.map(({ variable }) => variable).join('')}=…`;
    return `Add it with \`${where}\`, and start \`pvg listen\` again.`;
  }

  /**
   * A diagnosis that only recognises a right signature: its first attempt is the right one, and with a limit of 0 it ends
   * after that. undefined if it throws, because the search then reports the error.
   */
  private diagnoseAtOnce(input: ObservedRequest): RequestDiagnosis | undefined {
    const { credential } = this.settings;
    const search = { credential, budgetMs: usualBudgetMs, mostAttempts: 0 };
    try {
      return diagnoseInTime(input, search, () => this.context.clock.elapsed());
    } catch {
      return undefined;
    }
  }

  private async search(
    request: ReceivedRequest,
    input: ObservedRequest,
  ): Promise<DiagnosisOrReason> {
    const { credential, others } = this.settings;
    const search = { credential, others, budgetMs: usualBudgetMs };
    const found = await this.searchThread.diagnose(input, search).catch(() => undefined);
    if (found === undefined) {
      return undiagnosed('The search for a cause failed, or took too much time or memory.');
    }
    return onlyExplained(request, found);
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
    const isNew = true;
    return this.context.files.write(path, text, isNew).then(() => path, reportFailure);
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
      // A 401 has this header only if the signature itself is right, so the header would tell the caller why it was refused.
      return { ...answer, headers: answer.headers.filter(([name]) => name !== 'x-pvg-not-shown') };
    },
  };
}

export function profileText({ name, environment }: ResolvedProfile): string {
  return `${name ?? 'environment variables'} (${environment})`;
}
