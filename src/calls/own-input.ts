import type { Context } from '../context.js';
import type { Fact, Judgement } from '../contract/judgement.js';
import { osIds } from '../contract/platforms.js';
import { rightEnvironment } from '../gateway/background.js';
import type { Asked } from '../gateway/request.js';
import { checkFirst } from '../gateway/same-order.js';
import { mayBeName } from '../input/pasted/other-things.js';
import { doubtOwnName, doubtReceipt } from '../input/receipt.js';
import { readListed } from '../profiles/naming.js';
import { didYouMean, nearest } from '../text/nearest.js';
import type { Word } from '../text/shell.js';
import { confirmedHere, type Connection } from './connection.js';

/**
 * Not confirmed is not fraud: the environment, the product or the package may be the agent's mistake. That is said
 * before anything about the player's receipt.
 */
export async function withOwnDoubts(
  context: Context,
  connection: Connection,
  judgement: Judgement,
  asked: Asked,
): Promise<Judgement> {
  const { exit, error, facts } = judgement;
  if (exit !== 6 || error === null) return judgement;
  const odd = receiptDoubt(asked);
  const unknown = unknownName(await confirmedHere(context, connection), asked);
  // With this code the store knows the receipt, so the environment is right.
  const where = error.code === 'PRODUCT_MISMATCH' ? undefined : await environmentDoubt(context, connection);
  return {
    ...judgement,
    // It says more than the general sentence about the product.
    facts: [
      ...odd,
      ...(unknown === undefined ? facts : [unknown.fact, ...facts.filter(({ id }) => id !== 'check-first')]),
    ],
    error: { ...error, ...(where !== undefined && { first: where }) },
    nextCommand:
      connection.command === 'lookup'
        ? (corrected(unknown, asked) ?? (where === undefined ? judgement.nextCommand : profileList))
        : judgement.nextCommand,
  };
}

/** Sent with `--force`, or a name: the player gets no reply that asks for papers. */
function receiptDoubt({ receipt = '', productId, package: packageName, osId }: Asked): Fact[] {
  if (osId === osIds.ios) return [];
  const says = mayBeName(receipt)
    ? 'It looks like a name.'
    : (doubtOwnName(receipt, [productId], packageName) ?? doubtReceipt(receipt))?.says;
  return says === undefined ? [] : [checkFirst(`Is the receipt right? ${says}`)];
}

const profileList = ['pvg', 'profile', 'list'] as const;

/** The same look-up with the only name that was probably meant. */
const corrected = (unknown: Unknown | undefined, { words = [] }: Asked): readonly Word[] | undefined =>
  unknown?.meant === undefined || !words.includes(unknown.option)
    ? undefined
    : [
        'pvg',
        'lookup',
        ...words.map((word, at) => (words[at - 1] === unknown.option ? (unknown.meant ?? word) : word)),
      ];

async function environmentDoubt(
  context: Context,
  { profile: { environment, local } }: Connection,
): Promise<string | undefined> {
  if (environment === 'prod') return undefined;
  if (local) return rightEnvironment.local;
  const names = await context.profiles.names().catch(() => []);
  const stored = await Promise.all(names.map((name) => readListed(context, name, { secrets: false })));
  const onProd = stored.flatMap(({ name, profile }) =>
    profile?.environment === 'prod' ? [`\`${name}\``] : [],
  );
  return `${rightEnvironment.dev}${onProd.length === 0 ? '' : ` Stored for prod: ${onProd.slice(0, mostNamed).join(', ')}.`}`;
}

const mostNamed = 3;

interface Unknown {
  readonly option: '--package' | '--product-id';
  readonly fact: Fact;
  readonly meant: string | undefined;
}

interface Names {
  readonly product: string | null;
  readonly package: string | null;
}

/** A package or product that no purchase confirmed here has had, while others have. */
export function unknownName(
  confirmed: readonly Names[],
  { productId, package: packageName }: Pick<Asked, 'productId' | 'package'>,
): Unknown | undefined {
  const packages = namesIn(confirmed.map((call) => call.package));
  if (packageName !== undefined && packages.length > 0 && !packages.includes(packageName))
    return doubt('--package', packageName, packages);
  const ofPackage = confirmed.filter((call) => call.package === (packageName ?? null));
  const products = namesIn(ofPackage.map((call) => call.product));
  return productId !== undefined && products.length > 0 && !products.includes(productId)
    ? doubt('--product-id', productId, products)
    : undefined;
}

const namesIn = (all: readonly (string | null)[]): string[] => [
  ...new Set(all.flatMap((name) => name ?? [])),
];

function doubt(option: Unknown['option'], name: string, known: readonly string[]): Unknown {
  const near = nearest(name, known);
  const before = known.slice(-mostNamed).map((each) => `\`${each}\``);
  const word = option === '--package' ? 'package' : 'product';
  const fact = checkFirst(
    `Is \`${option}\` right? The journal has no confirmed purchase of this ${word}. ${didYouMean(near) ?? `Confirmed before: ${before.join(', ')}.`}`,
  );
  return { option, fact, meant: near.length === 1 ? near[0] : undefined };
}
