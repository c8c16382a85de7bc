import { useEffect, useState } from 'preact/hooks';
import type { FoundAnswer, NewestAnswer } from '../../desk/wire.js';
import { Prose } from '../shared/prose.js';
import { shortTime } from './browser.js';
import { CallsList } from './calls-list.js';
import { Card, NextStep } from './card.js';
import { useDesk } from './desk-context.js';
import { EnvironmentBadge } from './environment-badge.js';
import { nextOfQuestion } from './next-of-question.js';
import { ReplyChoice } from './other-reply.js';
import { OtherTickets } from './other-tickets.js';
import type { RefusalView } from './purchase-flow.js';
import { refusalWords } from './refusal-words.js';
import { FetchedReply } from './reply-block.js';
import { TicketActions } from './ticket-actions.js';
import { demoCall } from './ticket-lines.js';

/** Nothing was sent: what the text was understood as, what the journal knows of its order id, and the reply that fits. */
export function RefusalCard({ view }: { readonly view: RefusalView }) {
  const { announce, start } = useDesk();
  const [question, setQuestion] = useState('');
  const { refusal, text, earlier } = view;
  const { headline, next } = refusalWords(view);
  const answer = earlier?.newest_answer ?? undefined;
  const actor = answer?.who ?? refusal.shown.actor;
  const found = { actor, not: refusal.shown.not, next };
  const words = nextOfQuestion(found, start.situations, question);
  const demo = answer && demoCall(earlier ?? { entries: [] }, answer.id);
  const hasEarlier = earlier !== undefined && earlier.entries.length > 0;
  useEffect(() => announce(headline), [view]);
  return (
    <Card
      mood={answer?.tone ?? 'careful'}
      word={answer === undefined ? 'Nothing was sent' : lookedUpWords(answer)}
      headline={headline}
      place={demo && <EnvironmentBadge profile={{ environment: 'dev', isDemo: true }} />}
      takesFocus
    >
      {hasEarlier && <OtherTickets purchase={text.orderId} />}
      <NextStep actor={words.actor} not={words.not} next={<Prose text={words.next} />} />
      {text.names === 'player' && <PlayerButton username={text.username} />}
      {hasEarlier && <EarlierCalls orderId={text.orderId} journal={earlier} />}
      {text.orderId !== '' && !hasEarlier && (
        <p class="soft">
          The journal has no earlier call about <code>{text.orderId}</code>.
        </p>
      )}
      <ReplyChoice question={question} onQuestion={setQuestion}>
        <FittingReply view={view} />
      </ReplyChoice>
      {hasEarlier && <TicketActions id={text.orderId} />}
    </Card>
  );
}

function lookedUpWords({ at: time, case: ticket }: NewestAnswer): string {
  const when = `Looked up before · ${shortTime(time)}`;
  return ticket === null ? when : `${when} · ${ticket}`;
}

function PlayerButton({ username }: { readonly username: string }) {
  const { openPlayer } = useDesk();
  return (
    <p class="actions">
      <button type="button" class="primary" onClick={() => openPlayer(username)}>
        {username === '' ? 'Open the Player tab' : `Check ${username} in the Player tab`}
      </button>
    </p>
  );
}

/** An earlier answer says more than the text. */
function FittingReply({ view: { text, earlier } }: { readonly view: RefusalView }) {
  // What the player may be told depends on the check.
  if (text.username !== '') return null;
  const answer = earlier?.newest_answer;
  if (answer?.situation === null) {
    return <p class="no-reply">There is no reply yet: look up the receipt again first.</p>;
  }
  if (answer) return <FetchedReply situation={answer.situation} />;
  const orderNumber = text.situation === 'ios' ? text.orderId : '';
  return <FetchedReply situation={text.situation} orderNumber={orderNumber} />;
}

interface EarlierCallsProps {
  readonly orderId: string;
  readonly journal: FoundAnswer;
}

function EarlierCalls({ orderId, journal }: EarlierCallsProps) {
  return (
    <details>
      <summary>
        Earlier calls about <code>{orderId}</code>
      </summary>
      <CallsList journal={journal} />
    </details>
  );
}
