import { askTool } from './client.js';
import { useDesk } from './desk-context.js';
import { useDraft } from './use-draft.js';
import { LineForm } from './line-form.js';

interface MoveFormProps {
  /** The ids of lines that are shown as one. */
  readonly lineIds: readonly [string, ...string[]];
}

/** Gives lines to another ticket: its number was mistyped. */
export function MoveForm({ lineIds }: MoveFormProps) {
  const { journalChanged, announce } = useDesk();
  const [first] = lineIds;
  const [typed, setTyped] = useDraft(`move-${first}`);
  const move = async (ticket: string): Promise<string | undefined> => {
    for (const id of lineIds) {
      const { result, shown } = await askTool({ tool: 'move_call', values: { id, ticket } });
      if (!result.ok) return shown.headline;
      announce(shown.headline);
    }
    journalChanged();
    return undefined;
  };
  const form = { id: `move-${first}`, label: 'Ticket', button: 'Move', submit: move };
  return (
    <details class="move" open={typed !== ''}>
      <summary>Move to another ticket</summary>
      <LineForm {...form} typed={typed} onTyped={setTyped} />
    </details>
  );
}
