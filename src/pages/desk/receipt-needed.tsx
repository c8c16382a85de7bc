import type { JournalAnswer } from '../../desk/wire.js';
import { Prose } from '../shared/prose.js';
import { CallsList } from './calls-list.js';
import { Card, NextStep } from './card.js';
import { useDesk } from './desk-context.js';
import { OtherReply } from './other-reply.js';
import type { ReceiptNeededView } from './purchase-flow.js';
import { ReplyBlock } from './reply-block.js';

/** Nothing can be looked up from this text: what the journal knows of its order id, and the reply that fits. */
export function ReceiptNeeded({ view }: { readonly view: ReceiptNeededView }) {
  const { language } = useDesk();
  const { orderId, earlier, refusal, reply } = view;
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
      {orderId !== undefined && earlier !== undefined && (
        <EarlierCalls orderId={orderId} journal={earlier} />
      )}
      {reply !== '' && <ReplyBlock language={language} text={reply} />}
      <OtherReply />
    </Card>
  );
}

interface EarlierCallsProps {
  readonly orderId: string;
  readonly journal: JournalAnswer;
}

function EarlierCalls({ orderId, journal }: EarlierCallsProps) {
  if (journal.entries.length === 0) {
    return (
      <p class="soft">
        The journal has no earlier call about <code>{orderId}</code>.
      </p>
    );
  }
  return (
    <section>
      <h3>
        Earlier calls about <code>{orderId}</code>
      </h3>
      <CallsList journal={journal} />
    </section>
  );
}
