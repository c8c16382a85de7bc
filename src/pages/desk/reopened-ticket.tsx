import { useState } from 'preact/hooks';
import type { NewestAnswer, RemarkEntry } from '../../desk/wire.js';
import { Prose } from '../shared/prose.js';
import { shortTime } from './browser.js';
import { Card, NextStep } from './card.js';
import { useDesk } from './desk-context.js';
import { EnvironmentBadge } from './environment-badge.js';
import { nextOfQuestion } from './next-of-question.js';
import { ReplyChoice } from './other-reply.js';
import { refusedLine } from './refused-line.js';
import { FetchedReply } from './reply-block.js';
import { newestRefusal, type TicketJournal } from './ticket-journal.js';
import { questionOfNewestReply, demoCall } from './ticket-lines.js';

/** What is known of a ticket that is opened again: the newest verdict, who acts, and the reply. */
export function ReopenedTicket() {
  const { ticketJournal } = useDesk();
  if (ticketJournal === undefined || ticketJournal.ticket === '') return null;
  const { ticket, newestAnswer } = ticketJournal;
  const refusal = newestRefusal(ticketJournal);
  if (refusal !== undefined) {
    return <ReopenedRefusal refusal={refusal} journal={ticketJournal} key={ticket} />;
  }
  if (newestAnswer === undefined) return null;
  return <ReopenedAnswer answer={newestAnswer} journal={ticketJournal} key={ticket} />;
}

interface ReopenedAnswerProps {
  readonly answer: NewestAnswer;
  readonly journal: TicketJournal;
}

function ReopenedAnswer({ answer, journal }: ReopenedAnswerProps) {
  const { start } = useDesk();
  const [question, setQuestion] = useState(questionOfNewestReply(journal.lines, start.situations));
  const { says, who, next, tone } = answer;
  const found = { actor: who, not: '', next };
  const words = nextOfQuestion(found, start.situations, question);
  const demo = demoCall(journal.lines, answer.id);
  return (
    <Card
      mood={tone}
      word={`Looked up · ${shortTime(answer.at)} · ${journal.ticket}`}
      headline={says}
      place={demo && <EnvironmentBadge profile={{ environment: 'dev', isDemo: true }} />}
    >
      <NextStep actor={words.actor} not={words.not} next={<Prose text={words.next} />} />
      <ReplyChoice question={question} onQuestion={setQuestion}>
        <FetchedReply situation="" key={answer.id} />
      </ReplyChoice>
    </Card>
  );
}

interface ReopenedRefusalProps {
  readonly refusal: RemarkEntry;
  readonly journal: TicketJournal;
}

function ReopenedRefusal({ refusal, journal }: ReopenedRefusalProps) {
  const { start } = useDesk();
  const [question, setQuestion] = useState(questionOfNewestReply(journal.lines, start.situations));
  const orderId = refusal.order_id ?? '';
  const answer = journal.orderAnswers.get(orderId);
  const { words: headline, next } = refusedLine(refusal, answer);
  const found = { actor: '', not: '', next };
  const words = nextOfQuestion(found, start.situations, question);
  const situation = answer === undefined ? refusal.situation : answer.situation;
  const orderNumber = situation === 'ios' ? orderId : '';
  return (
    <Card
      mood={answer?.tone ?? 'careful'}
      word={`Nothing was sent · ${shortTime(refusal.at)} · ${journal.ticket}`}
      headline={headline}
    >
      <NextStep actor={words.actor} not={words.not} next={<Prose text={words.next} />} />
      {situation !== null && (
        <ReplyChoice question={question} onQuestion={setQuestion}>
          <FetchedReply situation={situation} orderNumber={orderNumber} key={refusal.id} />
        </ReplyChoice>
      )}
    </Card>
  );
}
