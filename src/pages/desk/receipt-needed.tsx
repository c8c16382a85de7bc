import { Prose } from '../shared/prose.js';
import { CallsList } from './calls-list.js';
import { Card, NextStep } from './card.js';
import { useDesk } from './desk-context.js';
import { OtherReply } from './other-reply.js';
import type { ReceiptNeededView } from './purchase-flow.js';
import { ReplyBlock } from './reply-block.js';

/** The text has an order id and no receipt: what the journal knows of it, and the reply that fits. */
export function ReceiptNeeded({ view }: { readonly view: ReceiptNeededView }) {
  const { language } = useDesk();
  const { orderId, earlier, refusal, reply } = view;
  const isKnown = earlier.entries.length > 0;
  return (
    <Card
      mood="careful"
      word="Careful · nothing was sent"
      headline={refusal.shown.headline}
      takesFocus
    >
      <NextStep
        actor={refusal.shown.actor}
        not={refusal.shown.not}
        next={<Prose text={refusal.shown.next} />}
      />
      {isKnown ? (
        <section>
          <h3>
            Earlier calls about <code>{orderId}</code>
          </h3>
          <CallsList journal={earlier} />
        </section>
      ) : (
        <p class="soft">
          The journal has no earlier call about <code>{orderId}</code>.
        </p>
      )}
      {reply !== '' && <ReplyBlock language={language} text={reply} />}
      <OtherReply />
    </Card>
  );
}
