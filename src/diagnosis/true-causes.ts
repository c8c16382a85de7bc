import { tryJson } from '../text/json/parse.js';
import { JsonSyntaxError } from '../text/json/json.js';
import { utf8Text } from '../text/utf8.js';
import type { Match } from './space.js';

/** A cause of JSON that was written again is told only if what it claims differs between the sent and the signed bytes. */

type Aspect = 'spaces' | 'order' | 'numbers' | 'empties' | 'end' | Escape;
/** Of which characters. */
type Escape = 'nonAscii' | 'slash' | 'others';

const escapes = ['nonAscii', 'slash', 'others'] as const;

/** Any one of these must differ. */
const claims: Readonly<Record<string, readonly Aspect[]>> = {
  'body-json-js': ['spaces', 'numbers', 'order'],
  'body-json-compact': ['spaces', 'numbers', ...escapes],
  'body-json-spaced': ['spaces'],
  'body-json-python': ['spaces', 'nonAscii'],
  'body-json-ascii': ['nonAscii'],
  'body-json-php': ['numbers', 'empties', ...escapes],
  'body-slashes-escaped': ['slash'],
  'body-html-escaped': ['others'],
  'body-json-go-map': ['numbers', 'others'],
  'body-json-stj': escapes,
  'body-json-gson': ['numbers', 'others'],
  'body-empty-object-array': ['empties'],
  'body-pretty': ['spaces'],
  'body-json-unreal': ['spaces'],
  'body-trailing-newline': ['end'],
};

// Both texts are read token by token.
const mostBytes = 2 ** 18;

/** The match with the causes that the bytes bear out, and with the one that they show instead. */
export function trueCauses(match: Match, sentBytes: Uint8Array): Match {
  const isJudged = (cause: string): boolean => cause in claims && match.says[cause] === undefined;
  if (!match.causes.some(isJudged)) return match;
  const [sent, signed] = [writtenJson(sentBytes), writtenJson(match.attempt.body.value.bytes)];
  if (sent === undefined || signed === undefined) return match;
  const differs = aspects(sent, signed);
  const shown = oneSided(differs);
  // Without a letter outside ASCII, PHP escapes nothing but slashes.
  const more = [...signed.spellings.keys()].some((text) => /[^\0-\x7f]/.test(text)) ? '' : 'body-json-php';
  const isTrue = (cause: string): boolean =>
    !isJudged(cause) ||
    (claims[cause]?.some((aspect) => differs.has(aspect)) === true &&
      (shown === undefined || [shown.cause, 'body-json-stj', more].includes(cause)));
  const kept = match.causes.filter(isTrue);
  const dropped = match.causes.filter((cause) => !isTrue(cause));
  const isNamed = dropped.length === 0 || kept.some((cause) => cause in claims);
  const causes = [
    ...(dropped.includes('body-json-go-map') && differs.has('order') ? ['body-keys-sorted'] : []),
    ...kept,
    isNamed ? [] : (shown?.cause ?? plainly(differs, signed)),
  ].flat();
  const says = { ...(shown?.says !== undefined && { [shown.cause]: shown.says }), ...match.says };
  if (causes.length === 0) return match;
  // An encoder that is not told has no variant to name.
  const isOther = dropped.length > 0 || shown?.says !== undefined;
  const as = isOther ? match.as.filter((each) => each !== match.attempt.body.as) : match.as;
  return { ...match, causes: [...new Set(causes)], as, says };
}

/** Nothing but one kind of characters, and perhaps the order, is written differently. */
function oneSided(differs: Differs): { readonly cause: string; readonly says?: string } | undefined {
  const [aspect, ...others] = [...differs.keys()].filter((each) => each !== 'order');
  if (others.length > 0 || (aspect !== 'slash' && aspect !== 'nonAscii')) return undefined;
  const isEscaped = differs.get(aspect)?.startsWith('\\') === true;
  if (aspect === 'slash')
    return {
      cause: 'body-slashes-escaped',
      ...(!isEscaped && {
        says: 'The JSON was signed with plain `/`, but the body was sent with every `/` written as `\\/`.',
      }),
    };
  return {
    cause: 'body-json-ascii',
    ...(!isEscaped && {
      says: 'The JSON was signed with non-ASCII characters as they are, but the body was sent with each written as `\\uxxxx`.',
    }),
  };
}

/** What remains to be named after a cause was dropped. */
function plainly(differs: Differs, { gaps }: Written): readonly string[] {
  if (differs.has('spaces') && gaps !== '') return [/[\r\n]/.test(gaps) ? 'body-pretty' : 'body-json-spaced'];
  return [...differs.keys()].some((aspect) => aspect !== 'order' && aspect !== 'end')
    ? ['body-json-compact']
    : [];
}

/** A JSON text as it is written. */
interface Written {
  /** All white space between tokens. */
  readonly gaps: string;
  /** By the kinds of the tokens around a place, and its depth. */
  readonly gapsAt: ReadonlyMap<string, ReadonlySet<string>>;
  /** How each text is spelled. */
  readonly spellings: ReadonlyMap<string, string>;
  readonly names: readonly string[];
  readonly scalars: ReadonlySet<string>;
  readonly empties: readonly string[];
  readonly end: string;
}

const tokens = /[ \t\r\n]+|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^ \t\r\n"{}[\]:,]+/gs;

function writtenJson(bytes: Uint8Array): Written | undefined {
  const text = bytes.length <= mostBytes ? utf8Text(bytes)?.replace(/^\ufeff/, '') : undefined;
  const root = text === undefined ? undefined : tryJson(text);
  if (text === undefined || root instanceof JsonSyntaxError || typeof root !== 'object' || root === null)
    return undefined;
  const gapsAt = new Map<string, Set<string>>();
  const spellings = new Map<string, string>();
  const names: string[] = [];
  const scalars = new Set<string>();
  const empties: string[] = [];
  let [gaps, before, last, end] = ['', '', '', 0];
  const open: string[] = [];
  let gap = '';
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token.trim() === '') {
      gap = token;
      continue;
    }
    const kind = /[{}[\]:,]/.test(token) && token.length === 1 ? token : 'value';
    const place = `${before} ${kind} ${open.at(-1) ?? ''}${String(open.length)}`;
    gapsAt.set(place, (gapsAt.get(place) ?? new Set()).add(gap));
    gaps += gap;
    gap = '';
    if (kind === ':') names.push(last);
    if (kind === '{' || kind === '[') open.push(kind);
    if (kind === '}' || kind === ']') open.pop();
    if (`${before}${kind}` === '{}' || `${before}${kind}` === '[]') empties.push(`${before}${kind}`);
    if (token.startsWith('"')) spellings.set((last = String(JSON.parse(token))), token);
    else if (kind === 'value') scalars.add(token);
    before = kind;
    end = index + token.length;
  }
  return { gaps, gapsAt, spellings, names, scalars, empties, end: text.slice(end) };
}

/** What differs; of escapes, a character as it was signed. */
type Differs = ReadonlyMap<Aspect, string>;

function aspects(sent: Written, signed: Written): Differs {
  const found = new Map<Aspect, string>();
  for (const [text, spelling] of signed.spellings) {
    const other = sent.spellings.get(text);
    if (other !== undefined && other !== spelling)
      for (const [kind, shown] of escapesIn(other, spelling)) found.set(kind, shown);
  }
  for (const [place, gaps] of signed.gapsAt) {
    const others = sent.gapsAt.get(place);
    if (others !== undefined && [...gaps].sort().join('|') !== [...others].sort().join('|'))
      found.set('spaces', '');
  }
  const common = ({ names }: Written, { names: others }: Written): string => {
    const known = new Set(others);
    return JSON.stringify(names.filter((name) => known.has(name)));
  };
  if (common(sent, signed) !== common(signed, sent)) found.set('order', '');
  if ([...signed.scalars].some((scalar) => !sent.scalars.has(scalar))) found.set('numbers', '');
  const count = ({ empties }: Written, kind: string): number =>
    empties.filter((each) => each === kind).length;
  if (['{}', '[]'].some((kind) => count(signed, kind) > count(sent, kind))) found.set('empties', '');
  if (sent.end !== signed.end) found.set('end', '');
  return found;
}

const spelled = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|./gsu;

/** The kinds of characters that two spellings of one text write differently. */
function escapesIn(sent: string, signed: string): readonly (readonly [Escape, string])[] {
  const [sents, signeds] = [sent.match(spelled) ?? [], signed.match(spelled) ?? []];
  return signeds.flatMap((spelling, at): (readonly [Escape, string])[] => {
    if (spelling === sents[at]) return [];
    const character = String(JSON.parse(`"${spelling}"`));
    return [[character > '\u007f' ? 'nonAscii' : character === '/' ? 'slash' : 'others', spelling]];
  });
}
