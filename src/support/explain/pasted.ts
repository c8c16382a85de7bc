import { type Interface, interfaceOf, operationAt } from '../../contract/interfaces.js';
import {
  joinBrokenLines,
  collectReadings,
  removeQuoting,
} from '../../input/pasted/paste-layers.js';
import { codeIn } from '../../service/refusal.js';
import { type Json, JsonObject } from '../../text/json/json.js';
import { findObjectEnd, parseIfJson, parseObject } from '../../text/json/parse.js';
import { allMeanings } from './explain.js';
import { misplacedCodeIn } from './misplaced-code.js';

/** An answer of the service in a pasted text: its JSON alone, a whole HTTP answer, or a line of a log. */
export interface PastedAnswer {
  /** undefined if the text does not say it. */
  readonly status: number | undefined;
  /** undefined for an answer whose body is not JSON. */
  readonly object: JsonObject | undefined;
  /** The text of an answer without JSON, such as the page of a proxy. */
  readonly otherBody: string;
  /** The interface of the request that a log of curl shows above the answer; undefined if there is no such request. */
  readonly interface?: Interface | undefined;
  /** A page that stands beside the answer: somebody pasted two answers. */
  readonly page?: PastedAnswer | undefined;
}

/** Programs escape a text in a log. Escapes are only undone in a text of at most this length. */
const longestUnescaped = 65_536;

/**
 * The answer in a text; undefined if the text has none or several. A text that is one JSON object is always taken for an
 * answer. Damaged JSON is not repaired.
 */
export function readPastedAnswer(pasted: string): PastedAnswer | undefined {
  const text = withoutMarksOfCurl(pasted);
  const whole = parseObject(text);
  if (whole !== undefined) {
    return { status: undefined, object: onlyAnswerIn(whole) ?? whole, otherBody: '' };
  }
  const readings = text.length <= longestUnescaped ? collectReadings(text).texts : [text];
  for (const reading of readings) {
    const { answers, isComplete } = findAnswers(reading);
    const [answer, ...others] = answers;
    if (others.length > 0) return undefined;
    if (answer !== undefined) {
      if (!isComplete) return undefined;
      const textBefore = reading.slice(0, answer.start);
      const page = readPageIn(`${textBefore}\n${reading.slice(answer.end)}`);
      // Text before `</html>` belongs to a page above the answer, so its status is not that of the answer.
      const status = statusBefore(textBefore.split(/<\/html>/i).at(-1) ?? '');
      return { status, object: answer.object, otherBody: '', page };
    }
  }
  const isEscapedPage = !beginningOfPage.test(text) && text.includes('&lt;');
  const page = isEscapedPage
    ? readings.find((reading) => beginningOfPage.test(reading))
    : undefined;
  const answer = readOtherBody(removeQuoting(page ?? text));
  return answer && { ...answer, interface: interfaceOfRequest(text) };
}

function interfaceOfRequest(text: string): Interface | undefined {
  const [, path = ''] = /^>[ \t]*POST[ \t]+(\S+)[ \t]+HTTP\/\d/m.exec(text) ?? [];
  const operation = operationAt(path);
  return operation && interfaceOf(operation);
}

/** A tag with text after it. A tag alone is no page: somebody may have typed `<code>` as a placeholder. */
const pageInText = /(?:<|&lt;)[a-z!?][^<>]{0,200}?(?:>|&gt;)\s*\S/i;

/** The names by which servers and proxies sign their pages. */
const serverNames = [
  'nginx',
  'openresty',
  'tengine',
  'cloudflare',
  'envoy',
  'haproxy',
  'varnish',
  'traefik',
  'caddy',
  'awselb',
  'apache',
  'lighttpd',
].join('|');

/** A page as a browser shows it, with its status first and the name of the server last: `502 Bad Gateway nginx/1.18.0 (Ubuntu)`. */
const shownPage = new RegExp(
  String.raw`^\s*([45]\d\d)\s+[a-z][a-z' -]{2,40}\s+(?:${serverNames})\b(?:\/[\w.+-]+)?(?:\s*\([^()]{0,40}\))?\s*$`,
  'i',
);

/** Whether something between the caller and the service may have sent a text. */
export function mayBePage(text: string): boolean {
  return pageInText.test(text) || shownPage.test(text);
}

const answerOfCurl = /^[ \t]*<[ \t]*HTTP\/\d/m;
const markOfCurl = /^[ \t]*<(?:[ \t]|\r?$)/gm;

/** Comments of `curl -v`, and how many bytes it sent or got. */
const noiseOfCurl = /^(?:\*[ \t]|[{}] \[\d+ bytes data\]).*\n?/gm;

/** `curl -v` writes `< ` before the lines of the answer’s head, and nothing before its body. */
function withoutMarksOfCurl(text: string): string {
  return answerOfCurl.test(text) ? text.replace(noiseOfCurl, '').replace(markOfCurl, '') : text;
}

function readPageIn(text: string): PastedAnswer | undefined {
  const start = text.search(beginningOfPage);
  if (start === -1) return undefined;
  const [page = ''] = text.slice(start).split(/<\/html>/i);
  return readOtherBody(page);
}

const beginningOfPage = /<(?:!doctype|html)\b/i;

/** A page, or an HTTP answer whose body is not of this service. */
function readOtherBody(text: string): PastedAnswer | undefined {
  const shown = shownPage.exec(text)?.[1];
  if (shown !== undefined) return { status: Number(shown), object: undefined, otherBody: text };
  const status = statusLineIn(text) ?? onlyStatus(statusesOfPage(text));
  const page = beginningOfPage.exec(text);
  const otherBody = page === null ? bodyAlone(text, status) : text.slice(page.index);
  const isWebPage = isPage(otherBody);
  if (status === undefined && !isWebPage) return undefined;
  return { status, object: undefined, otherBody };
}

const isPage = (text: string): boolean => /^<[a-z!?]/i.test(text.trimStart());

function bodyAlone(text: string, status: number | undefined): string {
  return isPage(text) || status === undefined ? text : bodyOfHttpAnswer(text);
}

/** The text after the headers. If it has JSON, the body ends with that object: below it may stand words of whoever pasted it. */
function bodyOfHttpAnswer(text: string): string {
  const [, ...parts] = text.slice(text.search(statusLine)).split(/\r?\n[ \t]*\r?\n/);
  const body = parts.join('\n\n');
  const start = body.search(/\{\s*["']/);
  const end = start === -1 ? undefined : findObjectEnd(body, start);
  return end === undefined ? body : body.slice(start, end);
}

interface FoundAnswer {
  readonly object: JsonObject;
  readonly start: number;
  readonly end: number;
}

/** The most failed attempts to read an object: each one reads the rest of the text, which takes long. */
const mostAttempts = 20;

interface FoundAnswers {
  readonly answers: readonly FoundAnswer[];
  /** false if `mostAttempts` ended the search: the rest of the text may have another answer. */
  readonly isComplete: boolean;
}

/** All answers in a text, also one that a program wrapped into its own object. */
function findAnswers(text: string): FoundAnswers {
  const answers: FoundAnswer[] = [];
  const opening = /\{\s*"/g;
  let attempts = 0;
  let match = opening.exec(text);
  while (match !== null && attempts < mostAttempts) {
    const start = match.index;
    const end = findObjectEnd(text, start);
    const object = end === undefined ? undefined : readObject(text.slice(start, end));
    if (object === undefined || end === undefined) {
      attempts += 1;
    } else {
      opening.lastIndex = end;
      answers.push(...answersIn(object).map((answer) => ({ object: answer, start, end })));
    }
    match = opening.exec(text);
  }
  return { answers, isComplete: match === null };
}

/** Reads an object, also one whose lines a mail program has broken. */
function readObject(text: string): JsonObject | undefined {
  return parseObject(text) ?? parseObject(joinBrokenLines(text));
}

const deepest = 10;

/** The outermost answers only, because the answer to a look-up has objects inside that look like answers. */
function answersIn(json: Json | undefined, depth = 0): JsonObject[] {
  if (depth > deepest) return [];
  if (typeof json === 'string') {
    return /^\s*[{[]/.test(json) ? answersIn(parseIfJson(json), depth + 1) : [];
  }
  if (Array.isArray(json)) return json.flatMap((each) => answersIn(each, depth + 1));
  if (!(json instanceof JsonObject)) return [];
  return isAnswer(json) ? [json] : json.members.flatMap(([, value]) => answersIn(value, depth + 1));
}

function onlyAnswerIn(json: JsonObject): JsonObject | undefined {
  const [answer, ...others] = answersIn(json);
  return others.length === 0 ? answer : undefined;
}

/** Whether an object has a member that only an answer of the contract has (§2.2, §2.4, §2.6, §7), or a code of the contract in any member. */
function isAnswer(object: JsonObject): boolean {
  const hasMember = ['success', 'found', 'sessionToken'].some((name) => object.has(name));
  return hasMember || codeIn(object) !== undefined || misplacedCodeIn(object) !== undefined;
}

/** `HTTP/1.1 409 Conflict`, also behind the marks of curl or of a quotation in a mail: `> < HTTP/1.1 409`. */
const statusLine = /^[ \t]*(?:[<>|][ \t]*)*HTTP\/\d(?:\.\d)?[ \t]+([2-5]\d\d)\b/gim;

function statusLineIn(text: string): number | undefined {
  return onlyStatus(text.matchAll(statusLine));
}

const titleOfPage = /<(?:title|h[1-3])\b[^<>]{0,200}>([^<>]{1,200})/gi;
const statusInTitle =
  /(?:^|[|:\u2013-]|\b(?:error|http|status|code))[\s:#]{0,3}([45]\d\d)(?![\w.])/gi;

/** What a proxy writes at the top of its page: `502 Bad Gateway`, `Error 502`, `shop.example | 502: Bad gateway`. */
function statusesOfPage(text: string): RegExpMatchArray[] {
  const titles = [...text.matchAll(titleOfPage)].map(([, title = '']) => title.trim());
  return titles.flatMap((each) => [...each.matchAll(statusInTitle)]);
}

/** `HTTP 409`, `HTTP/1.1 409`, `status: 409`, `"status_code": "409"`. */
const loggedStatus =
  /\b(?:HTTP(?:\/\d(?:\.\d)?)?|status(?:[\s_-]?code)?)["']?(?:\s*[:=])?\s*"?([2-5]\d\d)\b/gi;
const wordsBeforeStatus = [
  'error',
  // `the game says (code 502)`.
  'code',
  'returned',
  'answered',
  'response',
  // `get 401`, `got a 401`, `gets 500`.
  String.raw`g[eo]t(?:s|ting)?(?:\san?)?`,
  // `POST /iap/verify -> 422`.
  String.raw`(?:POST|GET)\s\S{1,200}`,
].join('|');

const namesOfStatuses = [
  String.raw`bad\s(?:request|gateway)`,
  'unauthorized',
  'forbidden',
  String.raw`not\sfound`,
  'conflict',
  String.raw`precondition\sfailed`,
  'unprocessable',
  String.raw`too\smany\srequests`,
  String.raw`internal\s(?:server\s)?error`,
  String.raw`service\sunavailable`,
  String.raw`gateway\stime-?out`,
].join('|');

/**
 * A status as a person or a library says it: `error 409`, `got a 401`, `POST /iap/verify -> 422`, `409 Conflict`, `500 Server
 * Error`. It is in the first group if its word comes before it, else in the second one.
 */
const saidStatus = new RegExp(
  String.raw`\b(?:${wordsBeforeStatus})(?:[:=\s]{1,3}|\s?[-=]>\s?)([45]\d\d)(?![\w.])|(?<![\w.])([45]\d\d)(?=\s(?:client|server)\serror\b|[:\s]{1,2}(?:${namesOfStatuses})\b)`,
  'gi',
);

/** The code and the status that a sentence or a log says about an answer that was not pasted itself. */
export interface SaidAnswer {
  readonly code: string | undefined;
  readonly status: number | undefined;
}

const longestSaid = 4096;

const anObject = /\{\s*[\\"']/;

/** The text around the objects of a line, such as `req={…} -> 401`; undefined if one is an answer or cannot be read. */
function textOutsideObjects(text: string): string | undefined {
  const start = text.search(anObject);
  if (start === -1) return text;
  const end = findObjectEnd(text, start);
  const object = end === undefined ? undefined : readObject(text.slice(start, end));
  if (object === undefined || answersIn(object).length > 0) return undefined;
  return textOutsideObjects(`${text.slice(0, start)} ${text.slice(end)}`);
}

/** undefined if the text names no code and no status, or more than one. */
export function readSaidAnswer(text: string): SaidAnswer | undefined {
  if (text.length > longestSaid) return undefined;
  if (anObject.test(text)) {
    // A status beside a foreign object is the status of that object, so only a code counts.
    const said = readSaidAnswer(textOutsideObjects(text) ?? '');
    return said?.code === undefined ? undefined : said;
  }
  const words = text.match(/[A-Za-z_]{6,}/g) ?? [];
  const codes = new Set(words.filter((word) => listedCodes.has(word)));
  const found = [loggedStatus, saidStatus, statusWithCode].flatMap((form) => [
    ...text.matchAll(form),
  ]);
  const statuses = new Set(found.map(([, one, other]) => Number(one ?? other)));
  if (codes.size > 1 || statuses.size > 1 || codes.size + statuses.size === 0) return undefined;
  const [code] = codes;
  const [status] = statuses;
  return { code, status };
}

const listedCodes: ReadonlySet<string> = new Set(allMeanings.map(({ code }) => code));
/** `422 PRODUCT_MISMATCH`. Only capital letters count for unlisted codes, because `gems_pack` may be a product. */
const statusWithCode = new RegExp(
  String.raw`(?<![\w.])([45]\d\d)[:\s]{1,2}(?:[A-Z]{2,20}_[A-Z_]{2,40}|${[...listedCodes].join('|')})\b`,
  'g',
);

/** Why a text is not one answer. */
type NotOneAnswer =
  | { readonly kind: 'several' }
  /** `status`: the HTTP status that the text names, if it names one. */
  | { readonly kind: 'none'; readonly status: number | undefined };

/** Says why neither `readPastedAnswer` nor `readSaidAnswer` found an answer in a text. */
export function whyNotOneAnswer(text: string): NotOneAnswer {
  const readings = text.length <= longestUnescaped ? collectReadings(text).texts : [text];
  const counts = readings.map((reading) => findAnswers(reading));
  const isSeveral = counts.some(({ answers, isComplete }) => answers.length > 1 || !isComplete);
  const words = text.length > longestSaid ? [] : (text.match(/[A-Za-z_]{6,}/g) ?? []);
  const codes = new Set(words.filter((word) => listedCodes.has(word)));
  const found = [loggedStatus, saidStatus].flatMap((form) => [...text.matchAll(form)]);
  const statuses = new Set(found.map(([, one, other]) => Number(one ?? other)));
  if (isSeveral || codes.size > 1 || statuses.size > 1) return { kind: 'several' };
  const [status] = statuses;
  return { kind: 'none', status: status ?? readStatusAtStart(text) };
}

/** The status at the beginning of a text: `422 {'detail': …}`. */
function readStatusAtStart(text: string): number | undefined {
  const [, digits] = /^\s*([45]\d\d)[:\s]{1,3}[[{]/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * The status of the answer that follows this text: that of the last status line, else the only one that a log or a sentence
 * names; undefined if there are several.
 */
function statusBefore(text: string): number | undefined {
  const lines = [...text.matchAll(statusLine)];
  const last = lines.at(-1)?.[1];
  if (last !== undefined) return Number(last);
  return onlyStatus(text.matchAll(loggedStatus)) ?? onlyStatus(text.matchAll(saidStatus));
}

function onlyStatus(matches: Iterable<RegExpMatchArray>): number | undefined {
  const found = [...matches].map(([, one, other]) => Number(one ?? other));
  const [status, ...others] = new Set(found);
  return others.length === 0 ? status : undefined;
}
