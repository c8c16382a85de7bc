import { askTool } from './client.js';
import { useDesk } from './desk-context.js';
import { LineForm } from './line-form.js';

/** Gives a line to another ticket: its number was mistyped. */
export function MoveForm({ lineId }: { readonly lineId: string }) {
  const { journalChanged, announce } = useDesk();
  const move = async (ticket: string): Promise<string | undefined> => {
    const { result, shown } = await askTool({ tool: 'move_call', values: { id: lineId, ticket } });
    if (!result.ok) return shown.headline;
    announce(shown.headline);
    journalChanged();
    return undefined;
  };
  return (
    <details class="move">
      <summary>Move to another ticket</summary>
      <LineForm id={`move-${lineId}`} label="Ticket" button="Move" submit={move} />
    </details>
  );
}
