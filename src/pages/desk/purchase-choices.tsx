import type { OfferedPurchase } from '../../desk/wire.js';
import { Card } from './card.js';
import { useDesk } from './desk-context.js';
import {
  formatChoice,
  isSameChoice,
  formatOutcome,
  sortByChoice,
  withOrderId,
  formatOutcomeCounts,
  type ChoicesView,
} from './purchase-flow.js';
import { ResultCard } from './result-card.js';
import { TicketSummary } from './ticket-summary.js';
import type { EndedRun } from './tool-run.js';

interface PurchaseChoicesProps {
  readonly view: ChoicesView;
  readonly isBusy: boolean;
  readonly onLookUp: (choices: readonly OfferedPurchase[]) => void;
}

/** The purchases of the text, to choose from or to look up all; the answers stand below. */
export function PurchaseChoices({ view, isBusy, onLookUp }: PurchaseChoicesProps) {
  const { start } = useDesk();
  const { choices, answered } = view;
  const newestOf = (choice: OfferedPurchase): EndedRun | undefined =>
    answered.find((one) => isSameChoice(one.choice, choice))?.ended;
  const callIds = answered.flatMap(({ ended }) => ended.result.call_id ?? []);
  const isOneOfSeveral = callIds.length > 1;
  const open = choices.filter((choice) => newestOf(choice) === undefined);
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
            <ChoiceRow
              choice={choice}
              ended={newestOf(choice)}
              isBusy={isBusy}
              onLookUp={() => onLookUp([choice])}
              key={choice.pick}
            />
          ))}
        </ul>
        <div class="actions">
          {open.length > 0 && (
            <button type="button" class="primary" disabled={isBusy} onClick={() => onLookUp(open)}>
              {answered.length === 0
                ? `Look up all ${choices.length}`
                : `Look up the other ${open.length}`}
            </button>
          )}
          {answered.length > 1 && (
            <span role="status">{formatOutcomeCounts(answered, start.words)}</span>
          )}
        </div>
      </Card>
      {isOneOfSeveral && !isBusy && (
        <TicketSummary
          callIds={callIds}
          isWithoutTicket={answered.some(({ ended }) => ended.askedTicket === '')}
          ended={answered[0]?.ended}
          key={callIds.join(' ')}
        />
      )}
      {sortByChoice(answered, choices).map(({ choice, ended }, index) => (
        <ResultCard
          ended={ended}
          name={formatChoice(withOrderId(choice, ended))}
          takesFocus={!isBusy && answered.length === 1}
          isOneOfSeveral={isOneOfSeveral}
          key={ended.result.call_id ?? index}
        />
      ))}
    </>
  );
}

interface ChoiceRowProps {
  readonly choice: OfferedPurchase;
  readonly ended: EndedRun | undefined;
  readonly isBusy: boolean;
  readonly onLookUp: () => void;
}

function ChoiceRow({ choice: offered, ended, isBusy, onLookUp }: ChoiceRowProps) {
  const choice = withOrderId(offered, ended);
  return (
    <li>
      <div>
        <b>{`${choice.pick}. ${choice.order_id ?? 'no order id'}`}</b>
        <small>{choiceDetails(choice)}</small>
      </div>
      <Outcome ended={ended} />
      <button type="button" disabled={isBusy} onClick={onLookUp}>
        {ended === undefined ? 'Look up' : 'Look up again'}
        <span class="unseen"> {formatChoice(choice)}</span>
      </button>
    </li>
  );
}

/** What came out, once it was looked up. */
function Outcome({ ended }: { readonly ended: EndedRun | undefined }) {
  const { start } = useDesk();
  if (ended === undefined) return null;
  return (
    <span class="outcome">
      <span class={`sign ${ended.shown.mood}`} aria-hidden="true" />{' '}
      {formatOutcome(ended, start.words)}
    </span>
  );
}

/** A purchase without an order id is told from the others by its receipt. */
function choiceDetails(choice: OfferedPurchase): string {
  const product = choice.product_id ?? 'no product';
  return choice.order_id === null ? `${product}, receipt ${choice.receipt}` : product;
}
