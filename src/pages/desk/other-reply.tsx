import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { DeskSituation } from '../../desk/wire.js';
import { useDesk } from './desk-context.js';
import { SelectField } from './field.js';
import { FetchedReply } from './reply-block.js';
import { situationLabel } from './situation-label.js';

interface ReplyChoiceProps {
  /** What the player asks about; empty for the reply that fits what was found. */
  readonly question: string;
  readonly onQuestion: (id: string) => void;
  /** The reply that fits. */
  readonly children: ComponentChildren;
}

const situationChoice = ({ id }: DeskSituation) => ({ value: id, label: situationLabel(id) });

/** One reply: that for what was found, or for another question of the player, such as about a refund. */
export function ReplyChoice({ question, onQuestion, children }: ReplyChoiceProps) {
  const { start } = useDesk();
  const id = useId();
  const fitting = { value: '', label: question === '' ? 'choose …' : 'what was found' };
  return (
    <>
      {question === '' ? children : <FetchedReply situation={question} />}
      <details class="other-reply">
        <summary>Another reply</summary>
        <SelectField
          id={`situation-${id}`}
          label="The player asks about"
          value={question}
          choices={[fitting, ...start.situations.map(situationChoice)]}
          onValue={onQuestion}
        />
      </details>
    </>
  );
}
