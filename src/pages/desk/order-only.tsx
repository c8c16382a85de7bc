import { Prose } from '../shared/prose.js';
import { CallsList } from './calls-list.js';
import { Card, NextStep } from './card.js';
import { useDesk } from './desk-context.js';
import type { OrderOnlyView } from './purchase-flow.js';
import { ReplyBlock } from './reply-block.js';

/** The text has an order id alone: what the journal knows of it, and the reply that fits. */
export function OrderOnly({ view }: { readonly view: OrderOnlyView }) {
  const { language } = useDesk();
  const { orderId, earlier, refusal, reply } = view;
  const isKnown = earlier.entries.length > 0;
  return (
    <Card
      mood="careful"
      word="Careful · nothing was sent"
      headline={
        isKnown
          ? 'Only an order id. It was looked up before.'
          : 'Only an order id: the receipt is needed.'
      }
      takesFocus
    >
      <NextStep
        actor="the game’s developers"
        not="Do not ask the player for the receipt: players do not have it."
        next={
          <>
            The gateway cannot find a purchase by its order id. Ask the game’s developers for the
            receipt (the purchase token) of <code>{orderId}</code>. It is in the game’s server log.
          </>
        }
      />
      <p class="soft">
        <Prose text={refusal.shown.headline} />
      </p>
      {isKnown ? (
        <section>
          <h3>Earlier calls about it</h3>
          <CallsList journal={earlier} />
        </section>
      ) : (
        <p class="soft">The journal has no earlier call about it.</p>
      )}
      {reply !== '' && <ReplyBlock language={language} text={reply} />}
    </Card>
  );
}
