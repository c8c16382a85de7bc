import { randomBytes, randomUUID } from 'node:crypto';
import { withoutQuery } from '../contract/interfaces.js';
import type { WireResponse } from '../contract/wire.js';
import type { PageRequest } from '../emulator/server.js';
import { equalText } from '../signing/digest.js';
import { printJson, type Printable } from '../text/json/print.js';
import { detailOf } from './detail.js';
import { savedName, savedText, type Entry } from './entry.js';
import type { Kept } from './kept.js';
import { askedAfter } from './news.js';
import { fileAnswer, jsonAnswer, pageAnswer } from './page.js';

interface SiteParts {
  /** Its name; null if the environment variables are the profile. */
  readonly profile: string | null;
  readonly profileWords: string;
  readonly answers: string;
  readonly forwards: boolean;
  readonly kept: Kept;
  readonly redact: (text: string) => string;
  /** Sends the request again. */
  readonly replay: (entry: Entry) => void;
}

/**
 * What the page asks for. Everyone on this computer may read the list. Requests as they came, their right signatures
 * and the replay need the key that only the terminal shows: else any program could have its requests signed here.
 */
export class Site {
  readonly key = randomBytes(16).toString('base64url');
  private readonly run = randomUUID();

  constructor(private readonly parts: SiteParts) {}

  answer({ method, target, headers }: PageRequest): WireResponse | undefined {
    const path = withoutQuery(target);
    if (method === 'GET' && path === '/') return pageAnswer();
    // A script of another site must not read this.
    const elsewhere = headers.some(
      ([name, value]) => name.toLowerCase() === 'sec-fetch-site' && !['same-origin', 'none'].includes(value),
    );
    if (elsewhere) return undefined;
    if (method === 'GET' && path === '/requests.json') return this.news(target);
    const opened = opens[`${method} ${path}`];
    return opened === undefined ? undefined : this.opened(opened, target);
  }

  private news(target: string): WireResponse {
    const { profileWords: profile, answers, kept } = this.parts;
    const news = { run: this.run, profile, answers, ...kept.after(askedAfter(target, this.run)) };
    return this.json(200, news);
  }

  private opened(what: Opened, target: string): WireResponse {
    const asked = new URLSearchParams(target.split('?').slice(1).join('?'));
    if (!equalText(asked.get('key') ?? '', this.key)) return this.json(403, { says: needsKey });
    const entry = this.parts.kept.get(Number(asked.get('number')));
    if (entry === undefined) return this.json(404, { says: 'pvg no longer keeps this request.' });
    const { request } = entry;
    if (what === 'file') return fileAnswer(savedName(request), this.parts.redact(savedText(request)));
    if (what === 'request') return this.json(200, detailOf(entry, this.parts));
    if (request.body === undefined) return this.json(409, { says: 'pvg did not read the body.' });
    this.parts.replay(entry);
    return this.json(202, { says: 'Sent again. The replay appears at the top.' });
  }

  private json(status: number, value: Printable): WireResponse {
    return jsonAnswer(status, printJson(value, { redact: this.parts.redact }));
  }
}

type Opened = 'request' | 'file' | 'replay';

const opens: Readonly<Record<string, Opened | undefined>> = {
  'GET /pvg/request.json': 'request',
  'GET /pvg/file': 'file',
  'POST /pvg/replay': 'replay',
};

const needsKey =
  'Open the page with the complete address that `pvg listen` printed. Only that address shows requests as they came.';
