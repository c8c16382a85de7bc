import type { Context } from '../context.js';
import { JsonObject, JsonSyntaxError, type Json } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { printJson } from '../text/json/print.js';
import { utf8Text } from '../text/utf8.js';
import { createSecrets, privateTextsIn, redactedMark } from './redaction.js';
import { shownFingerprint } from '../signing/digest.js';
import { visible } from '../text/visible.js';
import { WireFailure, type Send, type WireRequest, type WireResponse } from '../contract/wire.js';

const longestShown = 4_000;
// Bodies of the contract have a few levels; each takes a call to walk.
const deepestShown = 500;

/** The same Send. It prints request and answer on stderr, without signature, receipt or token. */
export const verboseSend =
  (context: Context, send: Send): Send =>
  async (request, options) => {
    const say = (lines: readonly string[]): Promise<void> =>
      context.stderr.write(
        // Cut last: half of a secret would not be recognised.
        `${lines.map((line) => visible(shortened(context.secrets.redact(line)))).join('\n')}\n`,
      );
    const started = context.clock.elapsed();
    const stamp = (event: string): string => {
      const at = new Date(context.clock.now()).toISOString();
      return ['*', at, options.label, event].filter((word) => word !== undefined && word !== '').join(' ');
    };
    const took = (): string => `after ${String(Math.round(context.clock.elapsed() - started))} ms`;
    await say([stamp(''), ...requestLines(request)]);
    try {
      const response = await send(request, options);
      const repeated = createSecrets([...privateTextsIn(request.body), ...privateTextsIn(response.body)]);
      await say([stamp(took()), ...responseLines(response).map(repeated.redact)]);
      return response;
    } catch (error) {
      if (error instanceof WireFailure) await say([stamp(took()), `< no whole answer: ${error.message}`]);
      throw error;
    }
  };

const requestLines = ({ method, url, headers, body }: WireRequest): string[] => [
  `> ${method} ${url}`,
  ...headers.map(([name, value]) => `> ${name}: ${name === 'X-Signature' ? redactedMark : value}`),
  ...shownBody('>', body),
];

const responseLines = ({ status, headers, body }: WireResponse): string[] => [
  `< HTTP ${String(status)}`,
  ...headers.map(([name, value]) => `< ${name}: ${value}`),
  ...shownBody('<', body),
];

/** Anything but a JSON object is shown by size and fingerprint only: it may contain a secret. */
function shownBody(mark: string, body: Uint8Array): string[] {
  const size = `${mark} (${String(body.byteLength)} bytes, ${shownFingerprint(body)})`;
  const text = utf8Text(body);
  return text === undefined || text === '' ? [size] : [size, `${mark} ${shownText(text)}`];
}

function shownText(text: string): string {
  const json = tryJson(text, { deepest: deepestShown });
  if (json instanceof JsonSyntaxError) return '(not JSON: not shown)';
  return json instanceof JsonObject ? printJson(withFingerprints(json)) : '(not a JSON object: not shown)';
}

/** The same value, with fingerprints in the place of receipts and tokens. */
function withFingerprints(value: Json, name = ''): Json {
  if (name === 'receipt' || name === 'sessionToken')
    return typeof value === 'string' ? shownFingerprint(value) : redactedMark;
  if (Array.isArray(value)) return value.map((each) => withFingerprints(each));
  if (!(value instanceof JsonObject)) return value;
  return new JsonObject(value.members.map(([each, member]) => [each, withFingerprints(member, each)]));
}

const shortened = (line: string): string =>
  line.length > longestShown ? `${line.slice(0, longestShown)}…` : line;
