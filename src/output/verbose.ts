import type { Context, Secrets } from '../context.js';
import { readSubject, namesIn } from '../service/subject.js';
import { type Json, JsonObject, printJson } from '../text/json/json.js';
import { parseObject } from '../text/json/parse.js';
import { nonEmptyTexts } from '../text/sentences.js';
import { utf8Text } from '../text/utf8.js';
import { findPrivateTexts } from './private-members.js';
import { createSecrets, redactedMark } from './redaction.js';
import { shownFingerprint } from '../signing/digest.js';
import { clipText, escapeControls } from '../text/visible.js';
import { WireFailure, type Send, type WireRequest } from '../contract/wire.js';

/** In characters: a longer line is cut. */
const longestShown = 4_000;

/** A Send that also prints request and answer on stderr, without signature, receipt or token. */
export function verboseSend(context: Context, send: Send): Send {
  return async (request, options) => {
    const { clock } = context;
    const startedMs = clock.elapsed();
    const privates = createPrivates(context, request);
    const print = (event: string, lines: readonly string[]): Promise<void> => {
      const time = new Date(clock.now()).toISOString();
      const head = nonEmptyTexts('*', time, options.label, event).join(' ');
      return printRedacted(context, privates, [head, ...lines]);
    };
    const duration = (): string => `after ${Math.round(clock.elapsed() - startedMs)} ms`;
    await print('', formatMessage('>', `${request.method} ${request.url}`, request));
    try {
      const response = await send(request, options);
      findPrivateTexts(response.body).forEach((text) => privates.add(text));
      await print(duration(), formatMessage('<', `HTTP ${response.status}`, response));
      return response;
    } catch (error) {
      if (error instanceof WireFailure) {
        await print(duration(), [`< no whole answer: ${error.message}`]);
      }
      throw error;
    }
  };
}

/** Withholds the receipts and tokens of a request. */
function createPrivates(context: Context, request: WireRequest): Secrets {
  const subject = readSubject(request.body);
  const names = [...namesIn(subject), ...context.receipts.allowedNames];
  return createSecrets([...findPrivateTexts(request.body), subject.receipt ?? ''], names);
}

function printRedacted(
  { secrets, stderr }: Context,
  privates: Secrets,
  lines: readonly string[],
): Promise<void> {
  // Lines are cut after secrets are withheld, because half of a secret would not be recognised.
  const safe = lines.map((line) => privates.redact(secrets.redact(line)));
  const shownLines = safe.map((line) => escapeControls(clipText(line, longestShown)));
  return stderr.write(`${shownLines.join('\n')}\n`);
}

type Message = Pick<WireRequest, 'headers' | 'body'>;

/** A message line by line. Of a body that is not a JSON object only size and fingerprint: it may contain a secret. */
function formatMessage(mark: string, first: string, { headers, body }: Message): string[] {
  const headerLines = headers.map(
    ([name, value]) => `${name}: ${name === 'X-Signature' ? redactedMark : value}`,
  );
  const size = `(${body.byteLength} bytes, ${shownFingerprint(body)})`;
  const text = utf8Text(body);
  const bodyLines = text ? [formatBody(text)] : [];
  return [first, ...headerLines, size, ...bodyLines].map((line) => `${mark} ${line}`);
}

function formatBody(text: string): string {
  const json = parseObject(text);
  return json ? printJson(replacePrivates(json)) : '(not a JSON object: not shown)';
}

/** A copy of the value with fingerprints in the place of receipts and tokens. */
function replacePrivates(value: Json, memberName = ''): Json {
  if (memberName === 'receipt' || memberName === 'sessionToken') {
    return typeof value === 'string' ? shownFingerprint(value) : redactedMark;
  }
  if (Array.isArray(value)) return value.map((item) => replacePrivates(item));
  if (!(value instanceof JsonObject)) return value;
  const members = value.members.map(
    ([name, member]) => [name, replacePrivates(member, name)] as const,
  );
  return new JsonObject(members);
}
