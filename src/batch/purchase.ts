import { notShown } from '../contract/not-shown.js';
import { hiddenIn } from '../input/hidden.js';
import { doubtOwnName, doubtReceipt } from '../input/receipt.js';
import { noText, valueOfAll, type Member, type Members } from './columns.js';
import {
  ofFields,
  placeTold,
  type Field,
  type Place,
  type Row,
  type RowProblem,
  type RowPurchase,
  type RowSettings,
} from './row.js';

/** Turns the members of a row into the purchase to look up. */

/** `says`: the rest of a sentence about the row, `has no receipt`. */
export const unreadable = (place: Place, says: string, hint: string): RowProblem => ({
  code: 'input-unreadable',
  says: `${placeTold(place)} ${says}.`,
  hint,
  section: null,
});

export const fixInPlace =
  'Fix rows in place. Do not insert or remove rows: --resume knows a row by its number.';
export const fixRow = `The rows after this one were read. ${fixInPlace}`;
export const wholeInput = 'Run it again with the complete input. `--resume` continues from what is in --out.';

/** A row whose line cannot be parsed. */
export const badRow = (number: number, place: Place, says: string, hint = fixRow): Row => ({
  number,
  // A spread would make each row 50 % larger.
  line: place.line,
  sheetRow: place.sheetRow,
  input: 'null',
  purchase: undefined,
  problem: unreadable(place, says, hint),
});

/** The purchase, or why it cannot be looked up. Nothing is repaired: a receipt is opaque (§2.1). */
export function readPurchase(
  place: Place,
  members: Members,
  settings: RowSettings,
): Pick<Row, 'purchase' | 'problem' | 'has'> {
  const { force, map } = settings;
  const given = ofFields((field) => {
    const [member] = members[field];
    return member === undefined || member === '' ? valueOfAll(field, settings, members[field]) : member;
  });
  const { receipt, product_id: productId, package: packageName } = given;
  const isWhole = isGiven(receipt) && isGiven(productId) && isGiven(packageName);
  const ofOs = osProblem(place, members.os);
  const problem =
    ofOs ??
    (isWhole ? (force ? undefined : doubt(place, receipt, productId, packageName)) : absent(place, given));
  const order = orderOf(given.order_id, map);
  if (isWhole && problem === undefined)
    return { purchase: { receipt, productId, package: packageName, ...order }, problem };
  const has = {
    os: ofOs === undefined ? 'android' : ofOs.code === 'not-shown' ? 'ios' : null,
    ...(isGiven(receipt) && { receipt }),
    ...(isGiven(productId) && { productId }),
    ...(isGiven(packageName) && { package: packageName }),
    ...order,
  } as const;
  return { purchase: undefined, problem, has };
}

/** A column with the right name may have the game's own numbers: they count only if `--map` says so. */
const orderOf = (member: Member, map: RowSettings['map']): Pick<RowPurchase, 'orderId'> =>
  isGiven(member) && (map.has('order_id') || /^\s*gpa\./i.test(member)) ? { orderId: member } : {};

const isGiven = (member: Member): member is string =>
  member !== undefined && member !== noText && member !== '';

function doubt(
  place: Place,
  receipt: string,
  productId: string,
  packageName: string,
): RowProblem | undefined {
  const { says, hint } =
    doubtReceipt(receipt) ??
    doubtOwnName(receipt, [productId], packageName) ??
    doubtHidden('product id', productId) ??
    doubtHidden('package', packageName) ??
    {};
  if (says === undefined || hint === undefined) return undefined;
  return { code: 'receipt-doubtful', says: `${placeTold(place)}: ${says}`, hint, section: '§2.1' };
}

const doubtHidden = (what: string, value: string): { says: string; hint: string } | undefined => {
  const hidden = hiddenIn(value);
  return hidden === undefined
    ? undefined
    : { says: `the ${what} ${hidden}.`, hint: 'Fix the row, or send it anyway with `--force`.' };
};

// Spreadsheets turn the number 1 into 1.0.
const osNames: ReadonlyMap<string, 'android' | 'ios'> = new Map([
  ['1', 'android'],
  ['1.0', 'android'],
  ['android', 'android'],
  ['2', 'ios'],
  ['2.0', 'ios'],
  ['ios', 'ios'],
]);

/** Without an os the purchase is Android's: no other can be looked up. */
function osProblem(place: Place, members: readonly Member[]): RowProblem | undefined {
  const said = members.map((member) => (member === noText ? member : (member ?? '').trim().toLowerCase()));
  const named = new Set(
    said.filter((os) => os !== '').map((os) => (os === noText ? undefined : osNames.get(os))),
  );
  if (named.has(undefined))
    return unreadable(place, 'has an os that is neither android (1) nor ios (2)', 'Fix the row.');
  if (named.size > 1)
    return unreadable(
      place,
      'has an os and an os_id that contradict each other',
      'Fix the row, or choose the right column with `--map os=<column>`.',
    );
  if (!named.has('ios')) return undefined;
  const { section } = notShown['ios-lookup'];
  return {
    code: 'not-shown',
    says: `${placeTold(place)} is an iOS purchase. The service’s contract does not show how to look it up.`,
    hint: 'Only Android purchases can be looked up.',
    section,
  };
}

function absent(place: Place, given: Readonly<Record<Field, Member>>): RowProblem {
  const names = (['receipt', 'product_id', 'package'] as const).filter((name) => !isGiven(given[name]));
  const wrong = names.filter((name) => given[name] === noText);
  if (wrong.length > 0)
    return unreadable(
      place,
      `has a ${wrong.join(' and a ')} that is neither text nor a number`,
      'Fix the row.',
    );
  return unreadable(
    place,
    `has no ${names.join(' and no ')}`,
    'Fix the row. `--product-id` and `--package` set a value for rows without one.',
  );
}
