import { idFromCell } from '../../contract/placeholder-texts.js';
import { hasWholeForm, isDemoReceipt, looksLikeToken } from '../../contract/purchase-token.js';
import { madeOnce } from '../../text/made-once.js';
import { copulas, scriptsWithoutBlanks } from './foreign-labels.js';
import { findOrderId } from './order-ids.js';
import { quotationMarks } from './quotation-marks.js';
import { anyLabel, findRoleOfLabel } from './store-names.js';

/** The product, the package and a demo receipt as people say them: `the product is gems_500`, `商品はgems_500です`. */

type SaidRole = 'productId' | 'package' | 'receipt';

interface SaidName {
  readonly role: SaidRole;
  readonly name: string;
  /** False in `gems_500 or gems_100`: another name stands beside it. */
  readonly isOnlyOne: boolean;
  /** Where its words begin in the line. */
  readonly index: number;
  /** The length of its words, from the label to the name: `product is gems_500` has 19. */
  readonly length: number;
}

/** What may not stand in front of a label. In languages without blanks between words, a label may follow any word. */
const labelStart = String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{M}\d_.-])`;
/** Where the value is from, in English alone: ` from the log` in `receipt from the log is:`. */
const whereFromPattern = String.raw`[ \t]+(?:from|in|of)(?:[ \t]+\p{L}+){1,3}`;
/** What stands between a name and its value: ` is `, ` from the log was: `, `: `, or a blank alone. */
const copulaPattern = [
  String.raw`(?:${whereFromPattern})?[ \t]+(?:is|was)[ \t]*[:=]?[ \t]+`,
  String.raw`${whereFromPattern}[ \t]*[:=][ \t]*`,
  String.raw`[ \t]*(?:=>|[:=\uFF1A])[ \t]*`,
  String.raw`[ \t]*(?:${copulas.attached.join('|')})[ \t]*`,
  String.raw`[ \t]+(?:${copulas.betweenBlanks.join('|')})[ \t]+`,
  String.raw`[ \t]+`,
].join('|');
const namePattern = String.raw`[${quotationMarks}]?([A-Za-z](?:[\w.-]{0,98}\w)?)[${quotationMarks}]?`;
const nameEndPattern = String.raw`(?=$|[\s,;!)\uFF0C\u3001\u3002\uFF01\uFF1B\uFF09]|\.(?:\s|$)|[${scriptsWithoutBlanks}])`;
/** A label, a copula and a name: `product is gems_500`. */
const saidName = madeOnce(
  () =>
    new RegExp(
      `${labelStart}(${anyLabel})(${copulaPattern})${namePattern}${nameEndPattern}`,
      'giu',
    ),
);

/** A longer text is a log, in which nobody says the names in a sentence. */
const mostCharacters = 20_000;

/** `{"` and `{'`; also with escaped quotes, as in `{\"`. */
const beginsObject = /\{\s*\\*["']/;

/**
 * A layer: each product and package of a sentence in a line of its own, such as `product: "gems_500"`. No reading for a text
 * without such names. No reading either for a text that says two products or has several receipts, because it is not
 * certain then which names belong together.
 */
export function fromSentences(text: string): string[] {
  // JSON and the dumps of programs have their own readers.
  if (text.length > mostCharacters || beginsObject.test(text)) return [];
  const lines = text.split('\n').map((line) => ({ line, names: findSaidNames(line) }));
  const isSentence = lines.some(({ line, names }) =>
    names.some((name) => !isWholeLine(line, name)),
  );
  const names = lines.flatMap((each) => each.names);
  if (!isSentence || !isOneOfEachKind(names) || countTokens(text) > 1) return [];
  return [lines.map((each) => splitAtNames(each.line, each.names)).join('\n')];
}

function findSaidNames(line: string): SaidName[] {
  return [...findLabelledNames(line), ...findNamesInBrackets(line)];
}

/** `<receipt> (gems_100, com.example.game)`. An earlier layer may have put the receipt in its own line. */
const pairInBrackets = /(\([a-z]\w{0,98}[,;][ \t]*)([a-z]\w{0,98}(?:\.[a-z]\w{0,98})+)\)/i;

function findNamesInBrackets(line: string): SaidName[] {
  const match = pairInBrackets.exec(line);
  if (match === null) return [];
  const [whole, productPart = '', packageName = ''] = match;
  const wordInFront = line.slice(0, match.index).trimEnd().split(/\s/).at(-1) ?? '';
  if (wordInFront !== '' && !hasWholeForm(wordInFront)) return [];
  const [product = ''] = /\w+/.exec(productPart) ?? [];
  if (!isNameOfStore('productId', product)) return [];
  // The brackets and the mark between the names are said with them: `(gems_100, ` and `com.example.game)`.
  const index = match.index;
  const packageIndex = index + productPart.length;
  const packageLength = whole.length - productPart.length;
  return [
    { role: 'productId', name: product, isOnlyOne: true, index, length: productPart.length },
    {
      role: 'package',
      name: packageName,
      isOnlyOne: true,
      index: packageIndex,
      length: packageLength,
    },
  ];
}

function findLabelledNames(line: string): SaidName[] {
  return [...line.matchAll(saidName())].flatMap((match) => {
    const [whole, label = '', copula = '', name = ''] = match;
    const role = findRoleOfLabel(label);
    if (role === undefined || role === 'orderId') return [];
    const isName = isNameOfStore(role, name) && (copula.trim() !== '' || isCertainAlone(name));
    if (!isName) return [];
    const after = line.slice(match.index + whole.length);
    const isOnlyOne = !alternativeBehind[role].test(after);
    return [{ role, name, isOnlyOne, index: match.index, length: whole.length }];
  });
}

/** Whether a word can be this value. A receipt among words has its own reader, except for demo receipts. */
function isNameOfStore(role: SaidRole, name: string): boolean {
  if (role === 'receipt') return isDemoReceipt(name);
  if (idFromCell(name) === null || looksLikeToken(name)) return false;
  if (role === 'package') return /^[a-z]\w*(?:\.[a-z]\w*)+$/i.test(name);
  return /[\d_.]/.test(name) && findOrderId(name) === undefined;
}

/** Whether a name needs no `is` or `:` in front: `item gems_500` names a product, `item two-handed` and `app v2.1` do not. */
function isCertainAlone(name: string): boolean {
  const hasThreeParts = /^[a-z]\w*(?:\.[a-z]\w*){2,}$/i.test(name);
  // `gems.pack.500`, but not `v2.1`
  const endsInNumber = /^[a-z]{3}\w*(?:\.[a-z]\w*)+\.\d+$/i.test(name);
  // `gems_500`, but not `two_handed`
  const hasUnderscoreAndDigit = /^[a-z]+_\w+$/i.test(name) && /\d/.test(name);
  return hasThreeParts || endsInNumber || hasUnderscoreAndDigit;
}

/**
 * What shows behind a name that it is not the only one: `gems_500 or gems_100`, `gems_500/gems_100`, `gems_500?`. A word of at
 * most six letters is taken for the “or” of any language.
 */
const alternativeBehind: Readonly<Record<SaidRole, RegExp>> = {
  productId: /^[ \t]*[?\uFF1F/]|^[ \t]+\p{L}{1,6}[ \t]+["'\x60]?[a-z]\w*_\w/iu,
  package: /^[ \t]*[?\uFF1F/]|^[ \t]+\p{L}{1,6}[ \t]+["'\x60]?[a-z]\w*\.[a-z]/iu,
  receipt: /^[ \t]*[?\uFF1F/]|^[ \t]+\p{L}{1,6}[ \t]+["'\x60]?demo-/iu,
};

function isWholeLine(line: string, { length }: SaidName): boolean {
  return line.trim().length === length;
}

function isOneOfEachKind(names: readonly SaidName[]): boolean {
  const kinds = new Set(names.map(({ role }) => role));
  const distinctNames = new Set(names.map(({ role, name }) => `${role} ${name}`));
  return distinctNames.size === kinds.size && names.every(({ isOnlyOne }) => isOnlyOne);
}

function countTokens(text: string): number {
  return new Set(text.match(/[a-z]{16,64}\.AO-/g)).size;
}

const roleLabels: Readonly<Record<SaidRole, string>> = {
  productId: 'product',
  package: 'package',
  receipt: 'token',
};

/** The line with each name in its own line: `product: "gems_500"`. */
function splitAtNames(line: string, names: readonly SaidName[]): string {
  if (names.some((name) => isWholeLine(line, name))) return line;
  let end = 0;
  const pieces = names.flatMap(({ role, name, index, length }) => {
    const before = line.slice(end, index);
    end = index + length;
    return [before, `${roleLabels[role]}: "${name}"`];
  });
  return [...pieces, line.slice(end)].filter((piece) => piece.trim() !== '').join('\n') || line;
}
