import { once, whatIsWrong } from '../contract/answer.js';
import type { Reply } from '../contract/call.js';
import type { Anomaly, Judgement, Verdict } from '../contract/judgement.js';
import { evidenceCommand, judgeOutcome, shapeless } from '../contract/outcome.js';
import type { Json } from '../text/json/json.js';
import type { Exchange } from '../transport/exchange.js';
import {
  isOfOtherProduct,
  lookupOddities,
  storeFact,
  transactionFacts,
  transactionOddities,
} from './answer.js';
import { purchaseBackground } from './background.js';
import { callOf, lookupCommand } from './call.js';
import { refused } from './refusal.js';
import { rejected } from './rejection.js';
import type { Asked } from './request.js';
import {
  adviceWith,
  checkTheProduct,
  getTheRightOne,
  hasOrderId,
  isOrderAskedFor,
  otherOrder,
} from './same-order.js';
import { lookupVerdict, lookupVerdicts, verdictOf, type LookupVerdictId } from './verdict.js';

/** What a look-up's exchange means (§4.2, §2.4). */
export function judgeLookup(made: Exchange, asked: Asked): Judgement {
  const call = callOf('lookup', made, asked);
  return judgeOutcome(call, (reply) => {
    const { status, object } = reply;
    const found = once(object, 'found');
    if (found === true && status === 200) return confirmed(reply, asked);
    if (found === false && status >= 200 && status !== 401) return rejected(reply, asked);
    if (
      status >= 400 &&
      (status === 401 || !object.has('found')) &&
      typeof once(object, 'success') === 'boolean'
    ) {
      return refused(call, reply);
    }
    const shape =
      typeof found === 'boolean'
        ? `HTTP ${String(status)} does not go with \`found\` ${String(found)}`
        : undefined;
    return shapeless(call, reply, shape ?? whatIsWrong(object, 'found', 'a boolean'));
  });
}

/** If the report is already made, the journal's entry; if the journal does not have the call, the whole answer. */
export const withoutReport = (judgement: Judgement, asked: Asked, keptId?: string): Judgement => {
  if (judgement.nextCommand !== evidenceCommand) return judgement;
  const nextCommand =
    keptId === undefined ? [...lookupCommand(asked), '--json'] : ['pvg', 'journal', 'show', keptId];
  return { ...judgement, nextCommand };
};

/** `found` true: the store knows the purchase (§2.4). */
function confirmed({ object, anomalies }: Reply, asked: Asked): Judgement {
  const { judged, unusual } = chosen(object.get('transactions'), asked);
  const ofState = agreed(judged);
  const foreign = judged.some(({ value }) => isOfOtherProduct(value, asked));
  const id = foreign ? 'unknown' : ofState;
  const verdict = foreign ? otherProductVerdict(ofState) : lookupVerdict(id);
  const [first] = judged;
  const order =
    first !== undefined && hasOrderId(first.value)
      ? otherOrder(first.value, `transactions[${String(first.index)}].`, asked)
      : otherOrder(object, '', asked);
  return {
    exit: 0,
    verdict: order.facts.length > 0 ? { ...verdict, ...getTheRightOne } : verdict,
    advice: adviceWith(lookupVerdicts[id].advice, order),
    answer: object,
    anomalies: [
      ...anomalies,
      ...order.anomalies,
      ...lookupOddities(object, asked),
      ...(unusual === undefined ? [] : [{ field: 'transactions', ...unusual }]),
      ...judged.flatMap(({ value, index }) =>
        transactionOddities(value, `transactions[${String(index)}]`, object, asked),
      ),
    ],
    error: null,
    facts: [
      ...order.facts,
      ...(foreign ? [checkTheProduct] : []),
      storeFact(true),
      ...judged.flatMap(({ value }) => transactionFacts(value)),
      ...(judged.length === 1 ? purchaseBackground(judged[0]?.value, asked) : []),
    ],
    nextCommand: nextOf(id),
  };
}

interface Placed {
  readonly value: Json;
  readonly index: number;
}

// A hostile answer may contain any number of them.
const mostJudged = 10;

/** The transactions to judge: of several those for the product and, if given, the order asked for; else the first. */
function chosen(
  transactions: Json | undefined,
  question: Asked,
): { judged: Placed[]; unusual?: Omit<Anomaly, 'field'> } {
  const all = (Array.isArray(transactions) ? transactions : []).map((value, index) => ({ value, index }));
  if (all.length === 0)
    return {
      judged: [],
      unusual: { says: 'is missing or empty although found is true', section: '§2.4' },
    };
  if (all.length === 1) return { judged: all };
  const count = `has ${String(all.length)} transactions`;
  const { productId } = question;
  const ofProduct = all.filter(
    ({ value }) => productId !== undefined && once(value, 'product_id') === productId,
  );
  const ofOrder = ofProduct.filter(({ value }) => isOrderAskedFor(value, question));
  const asked = ofOrder.length > 0 ? ofOrder : ofProduct;
  if (asked.length === 0) {
    return {
      judged: all.slice(0, 1),
      unusual: { says: `${count}, none clearly for the product asked for; the verdict is about the first` },
    };
  }
  if (new Set(asked.map(({ value }) => verdictOf(value))).size === 1) {
    return {
      judged: asked.slice(0, 1),
      unusual: { says: `${count}; the verdict is about the first one for the product asked for` },
    };
  }
  return {
    judged: asked.slice(0, mostJudged),
    unusual: { says: `${count}; those for the product asked for do not agree` },
  };
}

/** The state is about a purchase other than the one that was asked for. */
const otherProductVerdict = (ofState: LookupVerdictId): Verdict => ({
  ...lookupVerdict('unknown'),
  says: `The answer is about a different product from the one asked for. For that product: ${lookupVerdicts[ofState].says}`,
});

const agreed = (judged: readonly Placed[]): LookupVerdictId =>
  judged.length === 1 ? verdictOf(judged[0]?.value) : 'unknown';

function nextOf(id: LookupVerdictId): readonly string[] {
  return id === 'paid-recorded-elsewhere' ? ['pvg', 'profile', 'list'] : evidenceCommand;
}
