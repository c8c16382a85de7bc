import { useEffect, useState } from 'preact/hooks';
import type { FoundAnswer, NewestAnswer } from '../../desk/wire.js';
import { Prose } from '../shared/prose.js';
import { CallsList } from './calls-list.js';
import { Card, NextStep } from './card.js';
import { useDesk } from './desk-context.js';
import { EarlierAnswer } from './earlier-answer.js';
import { chooseNextStep } from './next-of-question.js';
import { ReplyChoice } from './other-reply.js';
import type { LookUpAgain, OrderOfText, RefusalView } from './purchase-flow.js';
import { buildRefusalWords } from './refusal-words.js';
import { FetchedReply } from './reply-block.js';
import { ReportActions } from './report-actions.js';
import { findAnswer } from './ticket-lines.js';

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
  const headline = isOneOfSeveral ? `${orderId}: ${answer.says}` : answer.says;
  const refused = `Nothing was sent. ${buildRefusalWords(view).headline} Below: the earlier answer about ${orderId}.`;
  useEffect(() => announce(`${refused} ${headline}`), [view]);
  return (
    <EarlierAnswer
      answer={{ ...answer, doubts: [refused, ...answer.doubts] }}
      headline={headline}
      calls={earlier?.entries ?? []}
      question={question}
      onQuestion={setQuestion}
      mentioned={view.refusal.result.questions ?? []}
      onLookUpAgain={onLookUpAgain}
      takesFocus
      reply={<ReplyOfAnswer answer={answer} />}
    >
      <EarlierOrders orders={view.orders} />
    </EarlierAnswer>
  );
}

function ReplyOfAnswer({ answer: { situation } }: Pick<KnownOrderProps, 'answer'>) {
  if (situation !== null) return <FetchedReply situation={situation} />;
  return <p class="no-reply">There is no reply yet: look up the receipt again.</p>;
}

function UnknownOrders({ view }: Pick<RefusalCardProps, 'view'>) {
  const { announce, start, ticket } = useDesk();
  const [question, setQuestion] = useState('');
  const { refusal, understood, orders } = view;
  const { headline, next } = buildRefusalWords(view);
  const fitting = start.situations.find(({ id }) => id === understood.situation);
  const actor = refusal.shown.actor === '' ? fitting?.who : refusal.shown.actor;
  const not = refusal.shown.not === '' ? fitting?.not : refusal.shown.not;
  const found = { actor: actor ?? 'you', not: not ?? '', next };
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
      <EarlierOrders orders={orders} />
      <ReplyChoice
        question={question}
        onQuestion={setQuestion}
        mentioned={refusal.result.questions ?? []}
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

function ReplyOfText({ view: { understood } }: Pick<RefusalCardProps, 'view'>) {
  // There is no reply before the check of this player, because what the player may be told depends on it.
  if (understood.username !== '') return null;
  const orderNumber = understood.situation === 'ios' ? understood.orderId : '';
  return <FetchedReply situation={understood.situation} orderNumber={orderNumber} />;
}

/** What the journal has about each order. */
function EarlierOrders({ orders }: { readonly orders: readonly OrderOfText[] }) {
  return (
    <>
      {orders.map(({ orderId, earlier }) =>
        hasCalls(earlier) ? (
          <details key={orderId}>
            <summary>
              Earlier calls about <code>{orderId}</code>
            </summary>
            <CallsList journal={earlier} />
          </details>
        ) : (
          <p class="soft" key={orderId}>
            The journal has no earlier call about <code>{orderId}</code>.
          </p>
        ),
      )}
    </>
  );
}

function hasCalls(earlier: FoundAnswer | undefined): earlier is FoundAnswer {
  return earlier !== undefined && earlier.entries.length > 0;
}
