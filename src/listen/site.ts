import type { Context, Secrets } from '../context.js';
import { withoutQuery } from '../contract/interfaces.js';
import type { WireRequest, WireResponse } from '../contract/wire.js';
import { spelled } from '../diagnosis/spelling.js';
import type { PageRequest } from '../emulator/server.js';
import { toPlainData } from '../text/json/parse.js';
import { escapeControls, mapTexts, replaceUnsafe } from '../text/visible.js';
import { utf8Text } from '../text/utf8.js';
import type { PageAccess } from '../web/page-access.js';
import { compressedFor, servedJson } from '../web/served-page.js';
import { entryDetails, entryRow, type ListenEntry } from './entry.js';
import { withoutReceipts, type ReceivedRequest } from './request.js';
import type { RequestsAnswer, ShownRequest } from './wire.js';

const mostShownRequests = 1_000;
const longestShownRequest = 16 * 1024;

interface SiteSettings {
  /**
   * Only a page with the key may read the requests. Otherwise any program on this computer could send its own request here
   * and read the right signature for it.
   */
  readonly access: PageAccess;
  readonly page: WireResponse;
  /** The profile and its environment, for the page's head. */
  readonly profile: string;
}

/** Serves the page of `pvg listen`: the newest requests, each with what -v shows and the received text. */
export class Site {
  private readonly shownRequests: ShownRequest[] = [];
  private count = 0;

  constructor(
    private readonly context: Pick<Context, 'secrets' | 'timeZone'>,
    private readonly settings: SiteSettings,
  ) {}

  add(entry: ListenEntry): void {
    this.count += 1;
    this.shownRequests.push(shownEntry(entry, this.context));
    if (this.shownRequests.length > mostShownRequests) this.shownRequests.shift();
  }

  /** Returns undefined for a request that is not one of the page. */
  answer({ method, target, headers }: PageRequest): WireResponse | undefined {
    const { access, page } = this.settings;
    const path = withoutQuery(target);
    if (method === 'GET' && path === '/') return compressedFor(headers, page);
    if (method === 'POST' && path === '/key') {
      return this.exchange(headers);
    }
    if (method !== 'GET' || path !== '/requests.json') return undefined;
    if (!access.admits(headers)) return needsAddress;
    const query = new URLSearchParams(target.slice(path.length));
    return this.requestsAfter(Number(query.get('after')) || 0);
  }

  private exchange(headers: WireRequest['headers']): WireResponse {
    const key = this.settings.access.exchange(headers);
    if (key === undefined) return needsAddress;
    const answer = servedJson(200, { key });
    // A later request may contain this key, so it must be redacted from everything that is printed and saved.
    this.context.secrets.add(key);
    return answer;
  }

  private requestsAfter(count: number): WireResponse {
    // Counted from the end, because the first requests may have been dropped.
    const firstIndex = Math.max(0, this.shownRequests.length - (this.count - count));
    const answer: RequestsAnswer = {
      profile: this.settings.profile,
      requestCount: this.count,
      requests: this.shownRequests.slice(firstIndex),
    };
    return servedJson(200, toPlainData(answer), this.context.secrets.redact);
  }
}

const needsAddress = servedJson(403, {
  says: 'Open the page with the complete address that pvg listen printed. It opens once: press Enter in its terminal for a new one.',
});

function shownEntry(
  entry: ListenEntry,
  { timeZone, secrets }: Pick<Context, 'secrets' | 'timeZone'>,
): ShownRequest {
  const { request, refusal } = entry;
  const answeredBy = request.answeredBy === 'refused' && 'by pvg itself';
  const answerParts = [`HTTP ${request.answer.status}`, refusal?.code, answeredBy];
  const { facts, code } = entryDetails(entry);
  const shownFacts = [
    ...facts,
    { label: 'Answered', value: answerParts.filter(Boolean).join(', ') },
  ];
  return {
    number: request.number,
    ...mapTexts(entryRow(entry, timeZone), escapeControls),
    facts: shownFacts.map(({ label, value }) => ({ label, value: escapeControls(value) })),
    code: code.join('\n').trim(),
    request: shownRequest(request, secrets),
  };
}

/**
 * The received request, without receipts, in pieces. The pieces with odd indexes are escapes of invisible characters and
 * of bytes that are not text, which the page marks.
 */
function shownRequest(request: ReceivedRequest, secrets: Secrets): string[] {
  const { method, target, headers, body } = request;
  // Node decodes headers as Latin-1, but senders write UTF-8.
  const decodeHeader = (value: string): string => utf8Text(Buffer.from(value, 'latin1')) ?? value;
  const text = body && (utf8Text(body) ?? spelled(Buffer.from(body)));
  const lines = headers.map(([name, value]) => `${name}: ${decodeHeader(value)}`);
  const requestText = [`${method} ${target}`, ...lines, '', text ?? '(not read)'].join('\n');
  // Secrets are redacted before the text is cut, because a cut secret would not be recognised.
  const redactedText = withoutReceipts(request)(secrets.redact(requestText));
  const cutNote =
    redactedText.length > longestShownRequest ? '\n(only the beginning is shown)' : '';
  // A zero byte can separate the pieces: one in the text is itself replaced by its escape.
  const shownText = redactedText.slice(0, longestShownRequest) + cutNote;
  const marked = replaceUnsafe(shownText, (character) => {
    if (character === '\n' || character === '\t') return character;
    return `\0${spelled(Buffer.from(character))}\0`;
  });
  return marked.split('\0');
}
