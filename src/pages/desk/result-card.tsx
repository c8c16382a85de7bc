import { useEffect, useState } from 'preact/hooks';
import { Prose } from '../shared/prose.js';
import { Card, moodWords, NextStep } from './card.js';
import { Doubts } from './doubts.js';
import type { EndedRun } from './tool-run.js';
import { useDesk } from './desk-context.js';
import { useDraft } from './use-draft.js';
import { EnvironmentBadge } from './environment-badge.js';
import { FactsList } from './facts-list.js';
import { FittingReply } from './fitting-reply.js';
import { chooseNextStep } from './next-of-question.js';
import { ReplyChoice } from './other-reply.js';
import { OtherTickets } from './other-tickets.js';
import { ReplyOfResult } from './reply-block.js';
import { ReportActions } from './report-actions.js';
import { TicketOfCall } from './ticket-of-call.js';
import { TicketReply } from './ticket-reply.js';

interface ResultCardProps {
  readonly ended: EndedRun;
  readonly takesFocus?: boolean;
  /** One of several answers: the ticket has one reply and one report for all of them. */
  readonly isOneOfSeveral?: boolean;
  /** The name of the purchase, if the text has several. */
  readonly name?: string;
  /** The id of the player's question whose reply was chosen; empty for the fitting one. */
  readonly question?: string;
  /** What a newer text of the player mentions, in place of the text that was looked up. */
  readonly mentioned?: readonly string[] | undefined;
  /** The player whose verification that newer text mentions. */
  readonly player?: string | null | undefined;
}

/** Whether somebody must check which purchase the answer is about: that comes before any question of the player. */
function isToBeChecked({ result, shown }: ResultCardProps['ended']): boolean {
  const isAboutOther = result.anomalies?.some(({ id }) => id === 'other-order') === true;
  return isAboutOther || (result.advice === 'check' && shown.warnings.length > 0);
}

/** One answer: verdict, who acts, what not to do, the facts that matter, the reply, what the ticket gets. */
export function ResultCard(props: ResultCardProps) {
  const { ended, takesFocus = false, isOneOfSeveral = false, name } = props;
  const { announce, start, ticket } = useDesk();
  const [question, setQuestion] = useChosenQuestion(props.question);
  const { result, shown } = ended;
  const { player = shown.mentioned_player } = props;
  const word = [moodWords[shown.mood], name].filter((part) => part !== undefined).join(' · ');
  const found = {
    ...shown,
    verdict: result.verdict?.id,
    isToBeChecked: isToBeChecked(ended),
  };
  const words = chooseNextStep(found, start.situations, question);
  const notes = [...new Set([...shown.notes, ...ended.notes])];
  useEffect(() => {
    if (takesFocus) announce(`${word}: ${shown.headline}`);
  }, [ended]);
  return (
    <Card
      mood={shown.mood}
      word={word}
      headline={shown.headline}
      takesFocus={takesFocus}
      corner={<ResultProfile ended={ended} />}
    >
      <Doubts doubts={shown.warnings} />
      <TicketOfCall ended={ended} isOneOfSeveral={isOneOfSeveral} />
      <OtherTickets entries={ended.samePurchase ?? []} />
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
          {/* A person may choose another reply (`ReplyChoice`); several purchases have one for all of them (`TicketReply`); this
              answer may have two (`FittingReply`). */}
          <ReplyChoice
            question={question}
            onQuestion={setQuestion}
            mentioned={props.mentioned ?? result.questions ?? []}
            player={player}
          >
            <TicketReply>
              <FittingReply outcome={result.verdict?.id ?? ''}>
                <ReplyOfResult ended={ended} />
              </FittingReply>
            </TicketReply>
            {shown.no_reply !== '' && <p class="no-reply">{shown.no_reply}</p>}
          </ReplyChoice>
          {ticket === '' && result.call_id !== null && <ReportActions id={result.call_id} />}
        </>
      )}
      <Notes notes={notes.filter((note) => note !== '')} />
    </Card>
  );
}

/** What is chosen stays with the ticket. A new answer overwrites what was chosen for the one before. */
function useChosenQuestion(initial = '') {
  const [question, setQuestion] = useState(initial);
  const [, keepQuestion] = useDraft('question');
  useEffect(() => keepQuestion(initial), []);
  const choose = (id: string): void => {
    setQuestion(id);
    keepQuestion(id);
  };
  return [question, choose] as const;
}

/** The profile with which the service was asked. */
function ResultProfile({ ended: { result } }: Pick<ResultCardProps, 'ended'>) {
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
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.map((note) => (
        <li key={note}>
          <Prose text={note} />
        </li>
      ))}
    </ul>
  );
}
