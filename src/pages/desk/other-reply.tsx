import { useState } from 'preact/hooks';
import { useDesk } from './desk-context.js';
import { SelectField } from './field.js';
import { FetchedReply } from './reply-block.js';
import { situationLabel } from './situation-label.js';

const choose = { value: '', label: 'choose …' };

const situationChoice = (id: string) => ({ value: id, label: situationLabel(id) });

/** A reply for another question of the player, such as about a refund. */
export function OtherReply() {
  const { start } = useDesk();
  const [situation, setSituation] = useState('');
  return (
    <details class="other-reply">
      <summary>Another reply</summary>
      <SelectField
        id="situation"
        label="The player asks about"
        value={situation}
        choices={[choose, ...start.situations.map(situationChoice)]}
        onValue={setSituation}
      />
      {situation !== '' && <FetchedReply situation={situation} />}
    </details>
  );
}
