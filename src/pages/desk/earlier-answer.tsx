import type { ComponentChildren } from 'preact';
import type { JournalCall, NewestAnswer } from '../../desk/wire.js';
import { Prose } from '../shared/prose.js';
import { Card, NextStep } from './card.js';
import { Doubts } from './doubts.js';
import { useDesk } from './desk-context.js';
import { EnvironmentBadge } from './environment-badge.js';
import { chooseNextStep } from './next-of-question.js';
import { OtherTickets } from './other-tickets.js';
import { ReplyChoice } from './other-reply.js';
import type { LookUpAgain } from './purchase-flow.js';
import { formatSubject } from './ticket-lines.js';
import { formatAge } from './times.js';

interface EarlierAnswerProps {
  readonly answer: NewestAnswer;
  readonly headline: string;
  /** The calls about the same purchase. */
  readonly calls: readonly JournalCall[];
  readonly question: string;
  readonly onQuestion: (id: string) => void;
  readonly mentioned?: readonly string[];
  readonly mentionedPlayer?: string | null;
  readonly onLookUpAgain: LookUpAgain;
  readonly takesFocus?: boolean;
  /** The reply that fits. */
  readonly reply: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The card of an answer that the journal has: how old it is, and the same as on the card of a new one. */
export function EarlierAnswer(props: EarlierAnswerProps) {
  const { answer, headline, calls, question, onQuestion, takesFocus = false } = props;
  const { start } = useDesk();
  const call = calls.find(({ id }) => id === answer.id);
  const found = {
    actor: answer.who,
    not: answer.not,
    // `next` of the journal begins with the sentence of `not`, which stands apart on the card.
    next: answer.next.replace(answer.not, '').trim(),
    verdict: answer.verdict,
    isToBeChecked: answer.is_about_other,
  };
  const words = chooseNextStep(found, start.situations, question);
  const isDemo = call?.origin === 'local';
  const age = formatAge(answer.at, Date.now());
  const names = [answer.case ?? '', formatSubject(answer)].filter((part) => part !== '');
  return (
    <Card
      mood={answer.tone}
      word={['Looked up before', age, ...names].join(' · ')}
      headline={headline}
      takesFocus={takesFocus}
      corner={
        call && (
          <>
            <EnvironmentBadge profile={{ environment: call.environment, isDemo }} /> {call.profile}
          </>
        )
      }
    >
      <Doubts doubts={answer.doubts} />
      <OtherTickets entries={calls} />
      <NextStep actor={words.actor} not={words.not} next={<Prose text={words.next} />} />
      <p class="caveat actions">
        This answer is from {age}: it may have changed since.{' '}
        <button
          type="button"
          onClick={() =>
            props.onLookUpAgain(call?.receipt ?? '', {
              question,
              mentioned: props.mentioned,
              player: props.mentionedPlayer,
            })
          }
        >
          {answer.player === null ? 'Look up again' : 'Check again'}
        </button>
      </p>
      {props.children}
      <ReplyChoice
        question={question}
        onQuestion={onQuestion}
        mentioned={props.mentioned ?? []}
        player={props.mentionedPlayer}
      >
        {props.reply}
      </ReplyChoice>
    </Card>
  );
}
