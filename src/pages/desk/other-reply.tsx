import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useDesk } from './desk-context.js';
import { SelectField } from './field.js';
import { FetchedReply } from './reply-block.js';
import { findOpenQuestions } from './ticket-lines.js';

interface ReplyChoiceProps {
  /** What the player asks about; empty for the reply that fits what was found. */
  readonly question: string;
  readonly onQuestion: (id: string) => void;
  /** The questions that the text on the card mentions. Those of earlier texts of the ticket are found in the journal. */
  readonly mentioned?: readonly string[];
  /** The player whose verification the text mentions; empty without a certain name, null or left out if it mentions none. */
  readonly player?: string | null | undefined;
  /** The reply that fits. */
  readonly children: ComponentChildren;
}

/** Lets a person choose one reply: the one to what was found, or one to another question of the player, such as about a refund. */
export function ReplyChoice(props: ReplyChoiceProps) {
  const { question, onQuestion, mentioned = [], player = null, children } = props;
  const { start, ticketJournal: journal, openPlayer } = useDesk();
  const isChecked = journal?.answers.some(({ player: checked }) => checked !== null) === true;
  const questionsOfTicket =
    journal === undefined ? [] : findOpenQuestions(journal.lines, journal.ticket);
  const offered = [...mentioned, ...questionsOfTicket];
  const id = useId();
  const fitting = { value: '', label: 'The reply to what was found' };
  const choices = start.situations.map((situation) => ({
    value: situation.id,
    label: start.words[situation.id] ?? situation.id,
  }));
  return (
    <>
      {start.situations
        .filter((situation) => offered.includes(situation.id) && situation.id !== question)
        .map((situation) => (
          <p class="mentioned" key={situation.id}>
            <button type="button" onClick={() => onQuestion(situation.id)}>
              The text mentions {situation.mention}: use that reply?
            </button>
          </p>
        ))}
      {player !== null && !isChecked && (
        <p class="mentioned">
          <button type="button" onClick={() => openPlayer(player)}>
            The text mentions a verification: {player === '' ? 'open' : `check ${player} in`} the
            Player tab?
          </button>
        </p>
      )}
      <details class="other-reply" open={question !== ''}>
        <summary>Another reply</summary>
        <SelectField
          id={`situation-${id}`}
          label="The reply is about"
          value={question}
          choices={[fitting, ...choices]}
          onValue={onQuestion}
        />
      </details>
      {question === '' ? (
        children
      ) : (
        <FetchedReply
          heading={start.words[question] ?? question}
          situation={question}
          key={question}
        />
      )}
    </>
  );
}
