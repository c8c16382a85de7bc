import type { Context } from '../context.js';
import { readSubject, namesIn } from '../service/subject.js';
import { JsonObject, type Json } from '../text/json/json.js';
import { parseObject } from '../text/json/parse.js';
import { printJson } from '../text/json/print.js';
import { nonEmptyTexts } from '../text/sentences.js';
import { utf8Text } from '../text/utf8.js';
import { createSecrets, privateTextsIn, redactedMark } from './redaction.js';
import { shownFingerprint } from '../signing/digest.js';
import { clipText, escapeControls } from '../text/visible.js';
import { WireFailure, type Send, type WireRequest } from '../contract/wire.js';

const longestShown = 4_000;

/** The same Send. It prints request and answer on stderr, without signature, receipt or token. */
export const verboseSend =
  (context: Context, send: Send): Send =>
  async (request, options) => {
    const { secrets, stderr, clock } = context;
    const started = clock.elapsed();
    const subject = readSubject(request.body);
    const names = [...namesIn(subject), ...context.receipts.names];
    const privates = createSecrets([...privateTextsIn(request.body), subject.receipt ?? ''], names);
    const say = (event: string, lines: readonly string[]): Promise<void> => {
      const head = nonEmptyTexts(
        '*',
        new Date(clock.now()).toISOString(),
        options.label,
        event,
      ).join(' ');
      // Cut last: half of a secret would not be recognised.
      const safe = [head, ...lines].map((line) => privates.redact(secrets.redact(line)));
      const shown = safe.map((line) => escapeControls(clipText(line, longestShown)));
      return stderr.write(`${shown.join('\n')}\n`);
    };
    const took = (): string => `after ${Math.round(clock.elapsed() - started)} ms`;
    await say('', messageLines('>', `${request.method} ${request.url}`, request));
    try {
      const response = await send(request, options);
      privateTextsIn(response.body).forEach((text) => privates.add(text));
      await say(took(), messageLines('<', `HTTP ${response.status}`, response));
      return response;
    } catch (error) {
      if (error instanceof WireFailure) await say(took(), [`< no whole answer: ${error.message}`]);
      throw error;
    }
  };

type Message = Pick<WireRequest, 'headers' | 'body'>;

/** Of a body that is not a JSON object only size and fingerprint: it may contain a secret. */
function messageLines(mark: string, first: string, { headers, body }: Message): string[] {
  const shown = ([name, value]: Message['headers'][number]): string =>
    `${name}: ${name === 'X-Signature' ? redactedMark : value}`;
  const text = utf8Text(body);
  const size = `(${body.byteLength} bytes, ${shownFingerprint(body)})`;
  return [first, ...headers.map(shown), size, ...(text ? [printBodyText(text)] : [])].map(
    (line) => `${mark} ${line}`,
  );
}

function printBodyText(text: string): string {
  const json = parseObject(text);
  return json ? printJson(withFingerprints(json)) : '(not a JSON object: not shown)';
}

/** The same value, with fingerprints in the place of receipts and tokens. */
function withFingerprints(value: Json, name = ''): Json {
  if (name === 'receipt' || name === 'sessionToken') {
    return typeof value === 'string' ? shownFingerprint(value) : redactedMark;
  }
  if (Array.isArray(value)) return value.map((each) => withFingerprints(each));
  if (!(value instanceof JsonObject)) return value;
  return new JsonObject(
    value.members.map(([each, member]) => [each, withFingerprints(member, each)]),
  );
}
