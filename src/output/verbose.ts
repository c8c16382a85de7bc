import type { Context } from '../context.js';
import { JsonObject, type Json } from '../json/json.js';
import { parseJson } from '../json/parse.js';
import { printJson } from '../json/print.js';
import { shownFingerprint } from '../signing/digest.js';
import { WireFailure, type Send, type WireRequest, type WireResponse } from '../wire.js';
import { concealed, concealedIn } from './concealed.js';
import { formsOf } from './secrets.js';
import { visible } from './visible.js';
import { withholding } from './withheld.js';
import { utf8Text } from '../json/utf8.js';

const longestShown = 4_000;

/** The same Send, which tells on stderr what went out and what came back: no signature, receipt or token. */
export const verboseSend =
  (context: Context, send: Send): Send =>
  async (request, options) => {
    const say = (lines: readonly string[]): Promise<void> =>
      context.stderr.write(
        // Cut at the end: half of a secret is not known for one.
        `${lines.map((line) => visible(shortened(context.secrets.redact(line)))).join('\n')}\n`,
      );
    await say(requestLines(request));
    try {
      const response = await send(request, options);
      await say(
        responseLines(response).map(masking([...concealedIn(request.body), ...concealedIn(response.body)])),
      );
      return response;
    } catch (error) {
      if (error instanceof WireFailure) await say([`< no whole answer: ${error.message}`]);
      throw error;
    }
  };

const requestLines = ({ method, url, headers, body }: WireRequest): string[] => [
  `> ${method} ${url}`,
  ...headers.map(([name, value]) => `> ${name}: ${name === 'X-Signature' ? '[redacted]' : value}`),
  ...shownBody('>', body),
];

const responseLines = ({ status, headers, body }: WireResponse): string[] => [
  `< HTTP ${String(status)}`,
  ...headers.map(([name, value]) => `< ${name}: ${value}`),
  ...shownBody('<', body),
];

function shownBody(mark: string, body: Uint8Array): string[] {
  const size = `${mark} (${String(body.byteLength)} bytes, ${shownFingerprint(body)})`;
  const text = utf8Text(body);
  if (text === undefined || text === '') return [size];
  return [size, `${mark} ${concealMembers(text)}`];
}

const shortened = (line: string): string =>
  line.length > longestShown ? `${line.slice(0, longestShown)}…` : line;

/** A body that is no JSON object is shown only by its size and fingerprint: what it holds is not known. */
function concealMembers(text: string): string {
  try {
    const json = parseJson(text);
    return json instanceof JsonObject ? printJson(conceal(json)) : '(not a JSON object: not shown)';
  } catch {
    return '(not JSON: not shown)';
  }
}

const masking = (values: readonly string[]): ((line: string) => string) => {
  const masks = values.flatMap((value) =>
    formsOf(value).map((form) => ({ form, mask: shownFingerprint(value) })),
  );
  const withhold = withholding(values);
  return (line) => withhold(masks.reduce((text, { form, mask }) => text.replaceAll(form, () => mask), line));
};

const conceal = (object: JsonObject): JsonObject =>
  new JsonObject(object.members.map(([name, value]): [string, Json] => [name, concealValue(name, value)]));

function concealValue(name: string, value: Json): Json {
  if (concealed.includes(name)) return typeof value === 'string' ? shownFingerprint(value) : '[redacted]';
  if (Array.isArray(value)) return value.map((each) => concealValue('', each));
  return value instanceof JsonObject ? conceal(value) : value;
}
