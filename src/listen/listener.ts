import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { FileError, type Context } from '../context.js';
import { records, withoutQuery } from '../contract/interfaces.js';
import type { Credential } from '../contract/credential.js';
import { isCauseId } from '../diagnosis/catalogue.js';
import { memoryLedger } from '../emulator/ledger.js';
import type { Answerer } from '../emulator/server.js';
import { emulateService, interfaceAt, type EmulatedService } from '../emulator/service.js';
import { loud, note } from '../output/present.js';
import { printJson, type Printable } from '../text/json/print.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import type { LanguageName } from '../languages/languages.js';
import { counted } from '../text/counted.js';
import type { Send, WireResponse } from '../contract/wire.js';
import { inThread, type Diagnoser } from './diagnoser.js';
import {
  entryOf,
  type Entry,
  observed,
  seen,
  type WentBack,
  type Seen,
  type Outcome,
  savedName,
  savedText,
} from './entry.js';
import { forward, forwardAddresses, forwardedRequest, guardForward } from './forward.js';
import { askedAfter, shownEntry, Shown } from './news.js';
import { newsAnswer, pageAnswer } from './page.js';
import { boundedQueue, type Queue } from './queue.js';

const mostWaiting = 64;
/** Lines are small and quick to write, unless nobody reads them. */
const mostUntold = 1_024;
const budgetMs = 5_000;
/** How long the last requests may take when the listener ends. */
const graceMs = 2_000;

export interface ListenerSettings {
  readonly confirm: string | undefined;
  readonly save: string | undefined;
  readonly language: LanguageName | undefined;
}

export interface ListenerParts {
  readonly profile: ResolvedProfile;
  readonly credential: Credential;
  /** Tried after it. */
  readonly others: readonly Credential[];
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
  private readonly shown = new Shown();
  private readonly run = randomUUID();
  private arrived = 0;
  private untold = 0;
  private saveFailed = false;
  private closed = false;

  constructor(
    private readonly context: Context,
    private readonly settings: ListenerSettings,
    private readonly parts: ListenerParts,
  ) {
    this.service = emulatedFor(context, parts.profile);
    this.diagnoser = inThread(
      { credential: parts.credential, others: parts.others, budgetMs },
      () => context.clock.elapsed(),
      join(import.meta.dirname, 'diagnosis.worker.js'),
    );
    this.diagnosing = boundedQueue(mostWaiting, parts.onBroken);
    this.writing = boundedQueue(mostUntold, parts.onBroken);
    this.saving = boundedQueue(mostWaiting, parts.onBroken);
  }

  visit(target: string): Answerer {
    const answering = interfaceAt(this.service, target);
    let request: Seen | undefined;
    let says: string | undefined;
    let by: WentBack['by'] = this.parts.send === undefined ? 'emulator' : 'forward';
    return {
      refuse: answering.refuse,
      send: async (wire, options) => {
        const { send, profile } = this.parts;
        if (send === undefined) return withoutMarks(await answering.send(wire, options));
        const guarded = guardForward(profile, this.settings.confirm, target);
        if (guarded !== undefined) {
          by = 'refused';
          says = guarded.says;
          return answering.refuse(guarded.status, 'The request was not forwarded.', '§4');
        }
        const answer = await forward(send, forwardedRequest(profile, wire, target), options.signal);
        if (typeof answer !== 'string') return answer;
        says = `The service did not send a complete answer: ${answer}.`;
        return answering.refuse(502, 'The service did not send a complete answer.', '§7');
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
    // A script of another site must not read this.
    const elsewhere = headers.some(
      ([name, value]) => name.toLowerCase() === 'sec-fetch-site' && !['same-origin', 'none'].includes(value),
    );
    if (path !== '/requests.json' || elsewhere) return undefined;
    const news = {
      run: this.run,
      profile: profileText(this.parts.profile),
      answers:
        this.parts.send === undefined ? 'the emulator' : forwardAddresses(this.parts.profile).join(' and '),
      ...this.shown.after(askedAfter(target, this.run)),
    };
    return newsAnswer(this.printed(news));
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

  private take(request: Seen, answered: WentBack): void {
    if (this.settings.save !== undefined && request.body !== undefined)
      this.save(request, this.settings.save);
    const taken = this.diagnosing.add(async () => {
      await this.tell(entryOf(request, answered, await this.outcome(request)));
    });
    if (taken) return;
    const entry = entryOf(request, answered, { undiagnosed: 'Too many requests arrived at once.' });
    if (!this.writing.add(() => this.tell(entry))) this.untold += 1;
    else if (this.untold > 0) {
      const were = this.untold === 1 ? 'was' : 'were';
      const text = `${counted(this.untold, 'request')} ${were} not shown: too many arrived at once.`;
      this.untold = 0;
      this.writing.add(() => note(this.context, loud, text));
    }
  }

  private async outcome(request: Seen): Promise<Outcome> {
    const { credential } = this.parts;
    const known = observed(request);
    if (request.body === undefined)
      return { undiagnosed: 'The request was refused before its body was read.' };
    if (known === undefined)
      return { undiagnosed: 'The path, headers and body do not show which interface this request is for.' };
    const { member, words } = records[known.interface].secret;
    if (credential[member] === undefined) return { undiagnosed: `The profile has no ${words}.` };
    return this.diagnoser
      .diagnose(known)
      .catch(() => ({ undiagnosed: 'The diagnosis failed because of a bug in pvg.' }));
  }

  private async tell(entry: Entry): Promise<void> {
    if (this.closed) return;
    const code = await this.codeOf(entry);
    this.shown.add(shownEntry(entry, this.context.timeZone, code));
    await this.parts.tell(entry, code);
  }

  private async codeOf({ causes, interface: scheme }: Entry): Promise<string | undefined> {
    const { language } = this.settings;
    const known = causes.filter(isCauseId);
    if (language === undefined || scheme === undefined || known.length === 0) return undefined;
    const { fixCode } = await import('../diagnosis/fix-code.js');
    return [...new Set(known.map((id) => fixCode(id, language, scheme)))].join('\n\n');
  }

  private save(request: Seen, folder: string): void {
    const taken = this.saving.add(async () => {
      try {
        await this.context.files.create(join(folder, savedName(request)), savedText(request));
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        await this.sayUnsaved(`A request could not be saved in ${folder} (${error.code}).`);
      }
    });
    if (!taken)
      void this.sayUnsaved('A request was not saved: too many arrived at once.').catch(this.parts.onBroken);
  }

  /** Only once: with a full disk every request would say it. */
  private async sayUnsaved(text: string): Promise<void> {
    if (this.saveFailed) return;
    this.saveFailed = true;
    await note(this.context, loud, text);
  }

  private printed(value: Printable): string {
    return printJson(value, { redact: (text) => this.context.secrets.redact(text) });
  }
}

/** With the profile’s credentials. A missing part becomes a random value that nobody knows. */
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

/** The marks of what the contract does not show would reveal why a signature was refused. */
const withoutMarks = (answer: WireResponse): WireResponse =>
  answer.status === 401
    ? { ...answer, headers: answer.headers.filter(([name]) => name !== 'x-pvg-not-shown') }
    : answer;

export const profileText = ({ name, environment }: ResolvedProfile): string =>
  `${name ?? 'environment variables'} (${environment})`;
