import { useEffect, useState } from 'preact/hooks';
import type { FoundAnswer, NewestAnswer, ShownLine } from '../../desk/wire.js';
import { Prose } from '../shared/prose.js';
import { CallsList } from './calls-list.js';
import { Card, NextStep } from './card.js';
import { useDesk } from './desk-context.js';
import { Doubts } from './doubts.js';
import { EarlierAnswer } from './earlier-answer.js';
import { chooseNextStep } from './next-of-question.js';
import { ReplyChoice } from './other-reply.js';
import { OtherTickets } from './other-tickets.js';
import { formatUnderstood } from './purchase-flow.js';
import type { LookUpAgain, OrderOfText, RefusalView, UnderstoodText } from './purchase-flow.js';
import { FetchedReply } from './reply-block.js';
import { ReportActions } from './report-actions.js';
import { findAnswer, findOtherTickets } from './ticket-lines.js';

interface RefusalCardProps {
  readonly view: RefusalView;
  readonly onLookUpAgain: LookUpAgain;
}

/** Nothing was sent: what the text was understood as, what the journal knows of its orders, and the reply that fits. */
export function RefusalCard({ view, onLookUpAgain }: RefusalCardProps) {
  const { ticket } = useDesk();
  const answered = view.orders.find(({ earlier }) => (earlier?.newest_answer ?? null) !== null);
  const answer = answered?.earlier && findAnswer(answered.earlier, ticket);
  if (answered === undefined || answer === undefined) return <UnknownOrders view={view} />;
  return (
    <KnownOrder view={view} answered={answered} answer={answer} onLookUpAgain={onLookUpAgain} />
  );
}

interface KnownOrderProps extends RefusalCardProps {
  readonly answered: OrderOfText;
  readonly answer: NewestAnswer;
}

/** Somebody looked up an order of the text before. */
function KnownOrder({ view, answered, answer, onLookUpAgain }: KnownOrderProps) {
  const { announce } = useDesk();
  const [question, setQuestion] = useState('');
  const { orderId, earlier } = answered;
  const isOneOfSeveral = view.orders.length > 1;
  const { questions = [] } = view.refusal.result;
  const hasUnanswered = view.orders.some((order) => !order.earlier?.newest_answer);
  const mentioned = hasUnanswered ? [...questions, 'need-receipt'] : questions;
  const headline = isOneOfSeveral ? `${orderId}: ${answer.says}` : answer.says;
  const refused = `Nothing was sent. ${formatUnderstood(view)} Below: the earlier answer about ${orderId}.`;
  useEffect(() => announce(`${refused} ${headline}`), [view]);
  return (
    <EarlierAnswer
      answer={{ ...answer, doubts: [refused, ...answer.doubts] }}
      headline={headline}
      calls={earlier?.entries ?? []}
      question={question}
      onQuestion={setQuestion}
      mentioned={mentioned}
      mentionedPlayer={view.refusal.shown.mentioned_player}
      onLookUpAgain={onLookUpAgain}
      takesFocus
      reply={<ReplyOfAnswer answer={answer} orderId={orderId} />}
    >
      <EarlierOrders orders={view.orders} />
    </EarlierAnswer>
  );
}

interface ReplyOfAnswerProps extends Pick<KnownOrderProps, 'answer'> {
  readonly orderId: string;
}

function ReplyOfAnswer({ answer: { situation }, orderId }: ReplyOfAnswerProps) {
  const { ticket } = useDesk();
  // A reply about an order is kept with the ticket of its look-up, unless another one is written.
  if (situation !== null && ticket === '') return <FetchedReply situation={situation} />;
  if (situation !== null) return <FetchedReply situation="" orderNumber={orderId} />;
  return <p class="no-reply">There is no reply yet: look up the receipt again.</p>;
}

function UnknownOrders({ view }: Pick<RefusalCardProps, 'view'>) {
  const { announce, start, ticket } = useDesk();
  const [question, setQuestion] = useState('');
  const { refusal, understood, orders } = view;
  const headline = formatUnderstood(view);
  const fitting = start.situations.find(({ id }) => id === understood.situation);
  const actor = refusal.shown.actor === '' ? fitting?.who : refusal.shown.actor;
  const not = refusal.shown.not === '' ? fitting?.not : refusal.shown.not;
  const found = { actor: actor ?? 'you', not: not ?? '', next: refusal.shown.next };
  const words = chooseNextStep(found, start.situations, question);
  useEffect(() => announce(headline), [view]);
  return (
    <Card mood="careful" word="Nothing was sent" headline={headline} takesFocus>
      <NextStep actor={words.actor} not={words.not} next={<Prose text={words.next} />} />
      {understood.names === 'player' && (
        <PlayerButton
          username={understood.username === '' ? understood.possibleUsername : understood.username}
        />
      )}
      <OtherTickets entries={orders.flatMap(({ earlier }) => listLines(earlier))} />
      {understood.code !== '' && <ExplainButton code={understood.code} />}
      <EarlierOrders orders={orders} />
      {/* With a ticket these notes stand above its reply. */}
      {ticket === '' && <Doubts doubts={refusal.shown.notes} />}
      <ReplyChoice
        question={question}
        onQuestion={setQuestion}
        mentioned={refusal.result.questions ?? []}
        player={understood.names === 'player' ? null : refusal.shown.mentioned_player}
      >
        <ReplyOfText view={view} />
      </ReplyChoice>
      {ticket === '' && understood.orderId !== '' && <ReportActions id={understood.orderId} />}
    </Card>
  );
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

function ExplainButton({ code }: Pick<UnderstoodText, 'code'>) {
  const { openExplain } = useDesk();
  return (
    <p class="actions">
      <button type="button" class="primary" onClick={() => openExplain(code)}>
        Explain {code}
      </button>
    </p>
  );
}

function ReplyOfText({ view: { understood } }: Pick<RefusalCardProps, 'view'>) {
  // There is no reply before the check of this player, because what the player may be told depends on it.
  if (understood.username !== '') return null;
  const orderNumber = understood.situation === 'ios' ? understood.orderId : '';
  return <FetchedReply situation={understood.situation} orderNumber={orderNumber} />;
}

/** What the journal has about each order. */
function EarlierOrders({ orders }: { readonly orders: readonly OrderOfText[] }) {
  const { ticket } = useDesk();
  return (
    <>
      {orders.map(({ orderId, earlier }) =>
        earlier !== undefined && isTelling(earlier, ticket) ? (
          <details key={orderId}>
            <summary>
              Earlier about <code>{orderId}</code>
            </summary>
            <CallsList journal={earlier} />
          </details>
        ) : (
          <p class="soft" key={orderId}>
            The journal has nothing earlier about <code>{orderId}</code>.
          </p>
        ),
      )}
    </>
  );
}

function listLines(earlier: FoundAnswer | undefined): readonly ShownLine[] {
  return earlier === undefined ? [] : [...earlier.entries, ...earlier.remarks, ...earlier.replies];
}

/** Whether there is more than the refused texts of this ticket, which name the order because of the text on the card. */
function isTelling(earlier: FoundAnswer, ticket: string): boolean {
  return earlier.entries.length > 0 || findOtherTickets(listLines(earlier), ticket).length > 0;
}
