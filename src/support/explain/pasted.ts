import { endOfObject } from '../../input/pasted/candidates.js';
import { readingsOfPaste } from '../../input/pasted/paste-layers.js';
import { codeIn } from '../../service/refusal.js';
import { JsonObject, type Json } from '../../text/json/json.js';
import { jsonIn, parseObject } from '../../text/json/parse.js';

/** An answer of the service in a pasted text: its JSON alone, a whole HTTP answer, or a line of a log. */
export interface PastedAnswer {
  /** undefined if the text does not say it. */
  readonly status: number | undefined;
  /** undefined for an answer whose body is not JSON. */
  readonly object: JsonObject | undefined;
  /** What stands in the place of the JSON, such as the page of a proxy. */
  readonly otherBody: string;
}

/** Programs escape a text in a log; a longer one is read as it stands only. */
const longestUndone = 65_536;

/** undefined if the text has no answer, or more than one. Nothing in it is repaired. */
export function readPastedAnswer(text: string): PastedAnswer | undefined {
  const whole = parseObject(text);
  if (whole !== undefined) {
    return { status: undefined, object: onlyAnswerIn(whole) ?? whole, otherBody: '' };
  }
  const [plain = '', ...undone] = text.length <= longestUndone ? readingsOfPaste(text) : [text];
  for (const each of [plain, ...undone]) {
    const found = objectsIn(each);
    if (found.length > 1) return undefined;
    const [only] = found;
    if (only !== undefined) {
      return { status: statusIn(each.slice(0, only.start)), object: only.object, otherBody: '' };
    }
  }
  const status = statusLineIn(text);
  const body =
    status === undefined
      ? text
      : text
          .split(/\r?\n\r?\n/)
          .slice(1)
          .join('\n\n');
  const isWebPage = /^<[a-z!?]/i.test(body.trimStart());
  return status === undefined && !isWebPage
    ? undefined
    : { status, object: undefined, otherBody: body };
}

interface FoundObject {
  readonly object: JsonObject;
  readonly start: number;
}

/** Each attempt that fails reads the rest of the text, so they are counted. */
const mostAttempts = 20;

/** The answers in a text, wherever they stand; one that a program wrapped into its own object counts, too. */
function objectsIn(text: string): FoundObject[] {
  const found: FoundObject[] = [];
  const opening = /\{\s*"/g;
  let attempts = 0;
  for (
    let match = opening.exec(text);
    match !== null && attempts < mostAttempts;
    match = opening.exec(text)
  ) {
    const end = endOfObject(text, match.index);
    const object = end === undefined ? undefined : parseObject(text.slice(match.index, end));
    if (object === undefined || end === undefined) {
      attempts += 1;
      continue;
    }
    opening.lastIndex = end;
    for (const answer of answersIn(object)) found.push({ object: answer, start: match.index });
  }
  return found;
}

const deepest = 10;

/** The outermost answers: a look-up has objects in it that look like one. */
function answersIn(json: Json | undefined, depth = 0): JsonObject[] {
  if (depth > deepest) return [];
  if (typeof json === 'string') {
    return /^\s*[{[]/.test(json) ? answersIn(jsonIn(json), depth + 1) : [];
  }
  if (Array.isArray(json)) return json.flatMap((each) => answersIn(each, depth + 1));
  if (!(json instanceof JsonObject)) return [];
  return isAnswer(json) ? [json] : json.members.flatMap(([, value]) => answersIn(value, depth + 1));
}

const onlyAnswerIn = (json: JsonObject): JsonObject | undefined => {
  const [only, ...others] = answersIn(json);
  return others.length === 0 ? only : undefined;
};

/** Whether an object has a member by which the contract tells an answer from anything else (§2.2, §2.4, §2.6, §7). */
const isAnswer = (object: JsonObject): boolean =>
  ['success', 'found', 'sessionToken'].some((name) => object.has(name)) ||
  codeIn(object) !== undefined;

const statusLine = /^[ \t]*(?:[<>][ \t]*)?HTTP\/\d(?:\.\d)?[ \t]+([2-5]\d\d)\b/gim;

const statusLineIn = (text: string): number | undefined => only(text.matchAll(statusLine));

/** As HTTP writes it, or as programs log it; undefined if a text names several. */
const statusIn = (text: string): number | undefined =>
  statusLineIn(text) ??
  only(
    text.matchAll(
      /\b(?:HTTP(?:\/\d(?:\.\d)?)?|status(?:[ _-]?code)?)"?(?:\s*[:=])?\s*"?([2-5]\d\d)\b/gi,
    ),
  );

function only(matches: Iterable<RegExpMatchArray>): number | undefined {
  const [status, ...others] = new Set([...matches].map(([, digits]) => Number(digits)));
  return others.length === 0 ? status : undefined;
}
