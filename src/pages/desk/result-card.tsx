import { useEffect, useState } from 'preact/hooks';
import { Prose } from '../shared/prose.js';
import { Card, moodWords, NextStep } from './card.js';
import type { EndedRun } from './tool-run.js';
import { useDesk } from './desk-context.js';
import { EnvironmentBadge } from './environment-badge.js';
import { FactsList } from './facts-list.js';
import { nextOfQuestion } from './next-of-question.js';
import { ReplyChoice } from './other-reply.js';
import { OtherTickets } from './other-tickets.js';
import { ReplyOfResult } from './reply-block.js';
import { TicketActions } from './ticket-actions.js';
import { TicketReply } from './ticket-reply.js';

interface ResultCardProps {
  readonly ended: EndedRun;
  readonly takesFocus?: boolean;
  /** The ticket has one reply and one report for all of them. */
  readonly isOneOfSeveral?: boolean;
}

/** One answer: verdict, who acts, what not to do, the facts that matter, the reply, what the ticket gets. */
export function ResultCard(props: ResultCardProps) {
  const { ended, takesFocus = false, isOneOfSeveral = false } = props;
  const { announce, start } = useDesk();
  const [question, setQuestion] = useState('');
  const { result, shown, notes } = ended;
  const word = moodWords[shown.mood];
  const words = nextOfQuestion(shown, start.situations, question);
  useEffect(() => {
    if (takesFocus) announce(`${word}: ${shown.headline}`);
  }, [ended]);
  return (
    <Card
      mood={shown.mood}
      word={word}
      headline={shown.headline}
      takesFocus={takesFocus}
      place={<ResultPlace ended={ended} />}
    >
      {shown.warnings.map((warning) => (
        <p class="warning" key={warning}>
          <Prose text={warning} />
        </p>
      ))}
      <OtherTickets purchase={result.asked?.receipt?.fingerprint ?? ''} />
      <NextStep actor={words.actor} not={words.not} next={<Prose text={words.next} />} />
      {shown.caveat !== '' && <p class="caveat">{shown.caveat}</p>}
      <FactsList facts={shown.facts} />
      {isOneOfSeveral ? (
        <details>
          <summary>A reply about this purchase alone</summary>
          <ReplyOfResult ended={ended} />
        </details>
      ) : (
        <>
          <ReplyChoice question={question} onQuestion={setQuestion}>
            <TicketReply>
              <ReplyOfResult ended={ended} />
            </TicketReply>
          </ReplyChoice>
          {result.call_id !== null && <TicketActions id={result.call_id} />}
        </>
      )}
      <Notes notes={[...shown.notes, ...notes]} />
    </Card>
  );
}

/** With which profile it was asked. */
function ResultPlace({ ended: { result } }: Pick<ResultCardProps, 'ended'>) {
  const { start } = useDesk();
  const profile = start.profiles.find(({ name }) => name === result.profile);
  if (profile === undefined) return null;
  return (
    <>
      <EnvironmentBadge profile={profile} /> {profile.name}
    </>
  );
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  const different = [...new Set(notes)].filter((note) => note !== '');
  if (different.length === 0) return null;
  return (
    <ul class="notes">
      {different.map((note) => (
        <li key={note}>
          <Prose text={note} />
        </li>
      ))}
    </ul>
  );
}
