import { useState } from 'preact/hooks';
import type { JournalCall, NewestAnswer, ShownRemark } from '../../desk/wire.js';
import { Prose } from '../shared/prose.js';
import { Card, NextStep } from './card.js';
import { useDesk } from './desk-context.js';
import { useDraft } from './use-draft.js';
import { EarlierAnswer } from './earlier-answer.js';
import { FittingReply } from './fitting-reply.js';
import { chooseNextStep } from './next-of-question.js';
import { ReplyChoice } from './other-reply.js';
import { OtherTickets } from './other-tickets.js';
import { Doubts } from './doubts.js';
import { findRefusedNext, formatRefusal } from './refused-line.js';
import type { LookUpAgain } from './purchase-flow.js';
import { FetchedReply } from './reply-block.js';
import { findNewestRefusal, type TicketJournal } from './ticket-journal.js';
import { OpenTicketButton } from './open-ticket-button.js';
import {
  formatAnswerCounts,
  findMovesAway,
  findNewestQuestion,
  formatSubject,
} from './ticket-lines.js';
import { formatAge } from './times.js';

interface ReopenedTicketProps {
  readonly onLookUpAgain: LookUpAgain;
}

/** What is known of a ticket that is opened again: the newest verdict, who acts, and the reply. */
export function ReopenedTicket({ onLookUpAgain }: ReopenedTicketProps) {
  const { ticketJournal: journal } = useDesk();
  if (journal === undefined || journal.ticket === '') return null;
  const { ticket, newestAnswer, orderAnswers } = journal;
  const refusal = findNewestRefusal(journal);
  // A refused text counts as answered when its order was looked up since.
  const orderAnswer = refusal && orderAnswers.get(refusal.order_id ?? '');
  if (refusal !== undefined && orderAnswer === undefined) {
    return <ReopenedRefusal refusal={refusal} journal={journal} key={ticket} />;
  }
  const { answers } = journal;
  if (orderAnswer === undefined && answers.length > 1) {
    return (
      <ReopenedAnswers
        answers={answers}
        journal={journal}
        onLookUpAgain={onLookUpAgain}
        key={ticket}
      />
    );
  }
  const answer = orderAnswer ?? newestAnswer;
  if (answer === undefined) return <MovedLines journal={journal} />;
  const hasNoReply = orderAnswer !== undefined && orderAnswer.situation === null;
  return (
    <ReopenedAnswer
      answer={answer}
      orderNumber={orderAnswer === undefined ? '' : (refusal?.order_id ?? '')}
      hasNoReply={hasNoReply}
      journal={journal}
      onLookUpAgain={onLookUpAgain}
      key={ticket}
    />
  );
}

/** Says that the lines of the ticket were moved to another one. */
function MovedLines({ journal }: Pick<ReopenedAnswerProps, 'journal'>) {
  const moves = findMovesAway(journal.lines, journal.ticket);
  const [newest] = moves;
  if (newest === undefined) return null;
  const tickets = [...new Set(moves.map(({ case: other }) => other))];
  return (
    <Card
      mood="plain"
      word={`Moved · ${formatAge(newest.at, Date.now())} · ${journal.ticket}`}
      headline="What was looked up here was moved to another ticket."
    >
      <p class="actions">
        {tickets.map((other) => (
          <OpenTicketButton ticket={other} key={other} />
        ))}
      </p>
    </Card>
  );
}

interface ReopenedAnswerProps extends ReopenedTicketProps {
  readonly answer: NewestAnswer;
  /** The order that the reply is about; empty for all of the ticket. */
  readonly orderNumber: string;
  /** The player may not be told anything yet. */
  readonly hasNoReply: boolean;
  readonly journal: TicketJournal;
}

function ReopenedAnswer(props: ReopenedAnswerProps) {
  const { answer, orderNumber, hasNoReply, journal, onLookUpAgain } = props;
  const { openPlayer } = useDesk();
  const [question, setQuestion] = useQuestionOfTicket(journal);
  const [checkedName] = useDraft('player');
  const checkAgain = (): void => openPlayer(checkedName);
  return (
    <EarlierAnswer
      answer={answer}
      headline={answer.says}
      calls={journal.lines.entries}
      question={question}
      onQuestion={setQuestion}
      onLookUpAgain={answer.player === null ? onLookUpAgain : checkAgain}
      reply={
        !hasNoReply && (
          <FittingReply outcome={answer.situation ?? ''}>
            <FetchedReply situation="" orderNumber={orderNumber} key={answer.id} />
          </FittingReply>
        )
      }
    />
  );
}

interface ReopenedAnswersProps extends ReopenedTicketProps {
  readonly answers: readonly NewestAnswer[];
  readonly journal: TicketJournal;
}

/** Each purchase has its own verdict and its own actor; the reply is about all. */
function ReopenedAnswers({ answers, journal, onLookUpAgain }: ReopenedAnswersProps) {
  const { start } = useDesk();
  const [question, setQuestion] = useQuestionOfTicket(journal);
  const [newest] = answers;
  const age = formatAge(newest?.at ?? '', Date.now());
  return (
    <Card
      mood="careful"
      word={`Looked up before · ${age} · ${journal.ticket}`}
      headline={formatAnswerCounts(answers, start.words)}
    >
      <OtherTickets entries={journal.lines.entries} />
      <ul class="purchases">
        {answers.map((answer) => (
          <OneOfAnswers
            answer={answer}
            calls={journal.lines.entries}
            onLookUpAgain={(receipt) => onLookUpAgain(receipt, { question })}
            key={answer.id}
          />
        ))}
      </ul>
      <p class="caveat">These answers may have changed since.</p>
      <ReplyChoice question={question} onQuestion={setQuestion}>
        <FetchedReply heading={`One reply for ${journal.ticket}`} situation="" />
      </ReplyChoice>
    </Card>
  );
}

interface OneOfAnswersProps {
  readonly answer: NewestAnswer;
  readonly calls: readonly JournalCall[];
  readonly onLookUpAgain: (receipt: string) => void;
}

function OneOfAnswers({ answer, calls, onLookUpAgain }: OneOfAnswersProps) {
  const { openPlayer } = useDesk();
  const [checkedName] = useDraft('player');
  const isPlayer = answer.player !== null;
  const call = calls.find(({ id }) => id === answer.id);
  const subject = formatSubject(answer);
  return (
    <li>
      <div class="over">
        <h3>
          <bdi>{subject}</bdi>
        </h3>
        <button
          type="button"
          onClick={() => (isPlayer ? openPlayer(checkedName) : onLookUpAgain(call?.receipt ?? ''))}
        >
          {isPlayer ? 'Check again' : 'Look up again'}
          <span class="unseen"> {subject}</span>
        </button>
      </div>
      <p>{answer.says}</p>
      <Doubts doubts={answer.doubts} />
      <NextStep
        actor={answer.who}
        not={answer.not}
        next={<Prose text={answer.next.replace(answer.not, '').trim()} />}
      />
    </li>
  );
}

/** The question that was chosen here, else that of the newest reply. */
function useQuestionOfTicket({ lines }: TicketJournal) {
  const { start } = useDesk();
  const [keptQuestion, keepQuestion] = useDraft('question');
  const before = keptQuestion === '' ? findNewestQuestion(lines, start.situations) : keptQuestion;
  const [question, setQuestion] = useState(before);
  const choose = (id: string): void => {
    setQuestion(id);
    keepQuestion(id);
  };
  return [question, choose] as const;
}

interface ReopenedRefusalProps {
  readonly refusal: ShownRemark;
  readonly journal: TicketJournal;
}

function ReopenedRefusal({ refusal, journal }: ReopenedRefusalProps) {
  const { start } = useDesk();
  const { at: refusedAt, situation, order_id: orderId } = refusal;
  const [chosen, setQuestion] = useQuestionOfTicket(journal);
  // The situation of the refusal is no other question: the reply that fits it names the order, too.
  const question = chosen === situation ? '' : chosen;
  const line = formatRefusal(refusal);
  const orderNumber = situation === 'ios' ? (orderId ?? '') : '';
  const { who: actor, not, next } = findRefusedNext(refusal);
  const words = chooseNextStep({ actor, not, next }, start.situations, question);
  return (
    <Card
      mood="careful"
      word={`Nothing was sent · ${formatAge(refusedAt, Date.now())} · ${journal.ticket}`}
      headline={line.text}
    >
      <NextStep actor={words.actor} not={words.not} next={<Prose text={words.next} />} />
      <ReplyChoice question={question} onQuestion={setQuestion}>
        {situation !== null && (
          <FetchedReply situation={situation} orderNumber={orderNumber} key={refusal.id} />
        )}
      </ReplyChoice>
    </Card>
  );
}
