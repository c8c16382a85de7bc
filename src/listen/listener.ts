import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { FileError, type Context } from '../context.js';
import { interfaceAt, records, withoutQuery } from '../contract/interfaces.js';
import type { Credential } from '../contract/credential.js';
import type { Diagnosis } from '../diagnosis/outcome.js';
import type { ObservedRequest } from '../diagnosis/observed-request.js';
import { codeOf } from '../diagnosis/shown.js';
import { isExplained } from '../diagnosis/verdict.js';
import type { EmulatedPurchase } from '../emulator/purchase.js';
import type { Answerer, PageRequest } from '../emulator/server.js';
import { emulateService, type EmulatedService } from '../emulator/service.js';
import { World } from '../emulator/world.js';
import { loud, note } from '../output/present.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import type { Source } from '../languages/language.js';
import { counted } from '../text/counted.js';
import type { Send, SendOptions, WireRequest, WireResponse } from '../contract/wire.js';
import { inThread, isTooMuch, type Diagnoser } from './diagnoser.js';
import { entryOf, type Entry, observed, replayOf, seen, type Seen, savedName, savedText } from './entry.js';
import { forward, forwardAddresses, forwardedRequest, guardForward } from './forward.js';
import { Kept } from './kept.js';
import { shownEntry } from './news.js';
import { boundedQueue, type Queue } from './queue.js';
import { Repeats } from './repeats.js';
import { Site } from './site.js';
import { notJudged, refusalIn, undiagnosed, unknownReceipt, type Told, type WentBack } from './told.js';

const mostWaiting = 64;
/** Lines are small and quick to write, unless nobody reads them. */
const mostUntold = 1_024;
const budgetMs = 5_000;
/** How long the last requests may take when the listener ends. */
const graceMs = 2_000;

export interface ListenerSettings {
  readonly confirm: string | undefined;
  readonly save: string | undefined;
  /** Of the code of a fix. */
  readonly source: Source | undefined;
  /** A receipt that the emulator does not know is no refusal. */
  readonly signatureOnly: boolean;
}

export interface ListenerParts {
  readonly profile: ResolvedProfile;
  readonly credential: Credential;
  /** Tried after it. */
  readonly others: readonly Credential[];
  /** What the emulator’s store knows besides the demo purchases. */
  readonly purchases: readonly EmulatedPurchase[];
  /** Forwards a request; undefined if the emulator answers. */
  readonly send: Send | undefined;
  readonly tell: (entry: Entry, code: string | undefined) => Promise<void>;
  readonly onBroken: (error: unknown) => void;
}

/** Receives requests. Each is answered first, then diagnosed, then shown, one by one. */
export class Listener {
  private readonly service: EmulatedService;
  private readonly diagnoser: Diagnoser;
  private readonly diagnosing: Queue;
  private readonly saving: Queue;
  private readonly writing: Queue;
  private readonly kept = new Kept();
  private readonly repeats = new Repeats();
  private readonly site: Site;
  private arrived = 0;
  private untold = 0;
  private saveFailed = false;
  private closed = false;

  constructor(
    private readonly context: Context,
    private readonly settings: ListenerSettings,
    private readonly parts: ListenerParts,
  ) {
    this.service = emulatedFor(context, parts);
    this.diagnoser = inThread(
      { credential: parts.credential, others: parts.others, budgetMs },
      () => context.clock.elapsed(),
      async () => Buffer.from(await context.shipped('commands', 'diagnosis.worker.js')).toString('utf8'),
    );
    this.diagnosing = boundedQueue(mostWaiting, parts.onBroken);
    this.writing = boundedQueue(mostUntold, parts.onBroken);
    this.saving = boundedQueue(mostWaiting, parts.onBroken);
    this.site = new Site({
      profile: parts.profile.name,
      forwards: parts.send !== undefined,
      profileWords: profileText(parts.profile),
      answers: parts.send === undefined ? 'the emulator' : forwardAddresses(parts.profile).join(' and '),
      kept: this.kept,
      redact: (text) => context.secrets.redact(text),
      replay: (entry) => {
        this.replay(entry).catch(parts.onBroken);
      },
    });
  }

  /** What the page's address ends with. */
  get pageKey(): string {
    return this.site.key;
  }

  visit(target: string): Answerer {
    let back: WentBack | undefined;
    return {
      refuse: this.service.refuse,
      send: async (wire, options) => {
        const { answer, ...how } = await this.answer(target, wire, options);
        const { status, headers, body } = answer;
        back = { status, ...how };
        return { status, headers, body };
      },
      watch: (arrived) => {
        const first = seen(arrived, this.nextNumber(), this.context.clock.now());
        const request = { ...first, again: this.repeats.count(first) };
        return (status, refused) => {
          if (status === null) return;
          // Without a Send, or after one that failed, the server itself refused it.
          const sent = refused === undefined ? back : undefined;
          this.take(request, sent ?? { status, by: 'refused', says: refused });
        };
      },
    };
  }

  page(request: PageRequest): WireResponse | undefined {
    return this.site.answer(request);
  }

  /** From the emulator or, if it may be forwarded, from the service. */
  private async answer(
    target: string,
    wire: WireRequest,
    options: SendOptions,
  ): Promise<{ readonly answer: WireResponse } & Omit<WentBack, 'status'>> {
    const { send, profile } = this.parts;
    const of = interfaceAt(target);
    if (send === undefined) {
      const sent = await this.service.send(wire, options);
      const refusal = refusalIn(sent, of, 'emulator');
      const isUnknown = refusal !== undefined && sent.isUnknownReceipt === true;
      const told = isUnknown ? unknownReceipt(refusal, this.settings.signatureOnly) : { refusal };
      return { answer: withoutMarks(sent), by: 'emulator', ...told };
    }
    const guarded = guardForward(profile, this.settings.confirm, target);
    if (guarded !== undefined) {
      const says = 'The request was not forwarded.';
      const answer = this.service.refuse(target, { status: guarded.status, says, section: '§4' });
      return { answer, by: 'refused', says: guarded.says };
    }
    const answer = await forward(send, forwardedRequest(profile, wire, target), options.signal);
    if (typeof answer !== 'string')
      return {
        answer,
        by: 'forward',
        refusal: refusalIn(answer, of, 'forward'),
      };
    return {
      answer: this.service.refuse(target, {
        status: 502,
        says: 'The service did not send a complete answer.',
        section: '§7',
      }),
      by: 'forward',
      says: `The service did not send a complete answer: ${answer}.`,
    };
  }

  /** The same bytes again, to where the listener sends such a request; its guards hold. */
  private async replay({ request, answered, saved }: Entry): Promise<void> {
    const again = replayOf(request, this.nextNumber(), this.context.clock.now());
    const { target, headers, body = new Uint8Array() } = request;
    // What this server refuses by method, path or type, it refuses each time.
    if (answered.by === 'refused' && answered.status < 500) {
      this.take(again, answered, saved);
      return;
    }
    const wire = { method: 'POST', url: `http://127.0.0.1${target}`, headers, body } as const;
    const { answer, ...how } = await this.answer(target, wire, { timeoutMs: Number.POSITIVE_INFINITY });
    this.take(again, { status: answer.status, ...how }, saved);
  }

  private nextNumber(): number {
    this.arrived += 1;
    return this.arrived;
  }

  /** Shows the requests that have arrived, as long as that is quick, and ends. */
  async close(): Promise<void> {
    const idle = Promise.all([this.saving.idle(), this.diagnosing.idle(), this.writing.idle()]);
    const done = new AbortController();
    const late = this.context.clock.sleep(graceMs, done.signal).catch(() => undefined);
    await Promise.race([idle, late]);
    done.abort();
    this.closed = true;
    for (const queue of [this.saving, this.diagnosing, this.writing]) queue.clear();
    await this.diagnoser.close();
  }

  private take(request: Seen, answered: WentBack, before: string | null = null): void {
    const { save } = this.settings;
    const isNew = save !== undefined && request.body !== undefined && request.replayed === undefined;
    const saving = isNew ? this.save(request, save) : Promise.resolve(before);
    const finish = async (found: Diagnosis | Told): Promise<void> => {
      await this.tell(entryOf(request, answered, found, await saving));
    };
    const taken = this.diagnosing.add(async () => finish(await this.diagnosed(request)));
    if (taken) return;
    if (!this.writing.add(() => finish(undiagnosed('Too many requests arrived at once.')))) this.untold += 1;
    else if (this.untold > 0) {
      const were = this.untold === 1 ? 'was' : 'were';
      const text = `${counted(this.untold, 'request')} ${were} not shown: too many arrived at once.`;
      this.untold = 0;
      this.writing.add(() => note(this.context, loud, text));
    }
  }

  private async diagnosed(request: Seen): Promise<Diagnosis | Told> {
    if (request.body === undefined) return undiagnosed('The request was refused before its body was read.');
    const known = observed(request);
    const found = known && (await this.searched(known));
    // What the contract does not show may be right: only a proven cause is told.
    const isProven = found !== undefined && 'outcome' in found && isExplained(found);
    return found === undefined || (request.operation === undefined && !isProven)
      ? notJudged(withoutQuery(request.target))
      : found;
  }

  private async searched(request: ObservedRequest): Promise<Diagnosis | Told> {
    const { member, words } = records[request.interface].secret;
    if (this.parts.credential[member] === undefined) return undiagnosed(`The profile has no ${words}.`);
    return this.diagnoser
      .diagnose(request)
      .catch((error: unknown) =>
        undiagnosed(
          isTooMuch(error)
            ? 'The request is too large to search: pvg ended its diagnosis.'
            : 'The diagnosis failed because of a bug in pvg.',
        ),
      );
  }

  private async tell(entry: Entry): Promise<void> {
    if (this.closed) return;
    const { causes, request } = entry;
    const code = request.interface && codeOf(causes, request.interface, this.settings.source);
    this.kept.add(shownEntry(entry, this.context.timeZone, code), entry);
    await this.parts.tell(entry, code);
  }

  /** The file's path; null if it could not be written. */
  private save(request: Seen, folder: string): Promise<string | null> {
    const path = join(folder, savedName(request));
    return new Promise((resolve) => {
      const taken = this.saving.add(async () => {
        try {
          await this.context.files.create(path, this.context.secrets.redact(savedText(request)));
          resolve(path);
        } catch (error) {
          resolve(null);
          if (!(error instanceof FileError)) throw error;
          await this.sayUnsaved(`A request could not be saved in ${folder} (${error.code}).`);
        }
      });
      if (taken) return;
      resolve(null);
      void this.sayUnsaved('A request was not saved: too many arrived at once.').catch(this.parts.onBroken);
    });
  }

  /** Only once: with a full disk every request would say it. */
  private async sayUnsaved(text: string): Promise<void> {
    if (this.saveFailed) return;
    this.saveFailed = true;
    await note(this.context, loud, text);
  }
}

/** With the profile’s credentials. A missing part becomes a random value that nobody knows. */
const emulatedFor = (
  context: Context,
  { profile, purchases }: Pick<ListenerParts, 'profile' | 'purchases'>,
): EmulatedService =>
  emulateService(
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

/** The marks of what the contract does not show would reveal why a signature was refused. */
const withoutMarks = (answer: WireResponse): WireResponse =>
  answer.status === 401
    ? { ...answer, headers: answer.headers.filter(([name]) => name !== 'x-pvg-not-shown') }
    : answer;

export const profileText = ({ name, environment }: ResolvedProfile): string =>
  `${name ?? 'environment variables'} (${environment})`;
