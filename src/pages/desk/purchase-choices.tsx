import type { OfferedPurchase } from '../../desk/wire.js';
import { Card } from './card.js';
import { isSameChoice, verdictCounts, type ChoicesView } from './purchase-flow.js';
import { ResultCard } from './result-card.js';

interface PurchaseChoicesProps {
  readonly view: ChoicesView;
  readonly isBusy: boolean;
  readonly onLookUp: (choices: readonly OfferedPurchase[]) => void;
}

/** The purchases of the text, to choose from or to look up all; the answers stand below. */
export function PurchaseChoices({ view, isBusy, onLookUp }: PurchaseChoicesProps) {
  const { choices, answered } = view;
  const isAnswered = (choice: OfferedPurchase): boolean =>
    answered.some((one) => isSameChoice(one.choice, choice));
  const open = choices.filter((choice) => !isAnswered(choice));
  return (
    <>
      <Card
        mood="plain"
        word="Choose"
        headline={`The text has ${choices.length} purchases.`}
        takesFocus={answered.length === 0}
      >
        <ul class="choices">
          {choices.map((choice) => (
            <li key={choiceName(choice)}>
              <div>
                <b>{choice.order_id ?? 'no order id'}</b>
                <small>{choice.product_id ?? 'no product'}</small>
              </div>
              {isAnswered(choice) && (
                <span>
                  <span class="sign good" aria-hidden="true" /> looked up
                </span>
              )}
              <button type="button" disabled={isBusy} onClick={() => onLookUp([choice])}>
                Look up<span class="unseen"> {choiceName(choice)}</span>
              </button>
            </li>
          ))}
        </ul>
        <div class="actions">
          <button
            type="button"
            class="primary"
            disabled={isBusy || open.length === 0}
            onClick={() => onLookUp(open)}
          >
            {answered.length === 0
              ? `Look up all ${choices.length}`
              : `Look up the other ${open.length}`}
          </button>
          {answered.length > 1 && <span role="status">{verdictCounts(answered)}</span>}
        </div>
      </Card>
      {answered.map(({ ended }, index) => (
        <ResultCard
          ended={ended}
          takesFocus={index === 0 && !isBusy}
          key={ended.result.call_id ?? index}
        />
      ))}
    </>
  );
}

function choiceName({ order_id: orderId, product_id: product }: OfferedPurchase): string {
  return [orderId, product].filter((part) => part !== null).join(', ');
}
