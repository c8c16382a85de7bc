import { useState } from 'preact/hooks';
import { askTool } from './client.js';
import { useDesk } from './desk-context.js';
import { TextField } from './field.js';

/** Gives a line to another ticket: its number was mistyped. */
export function MoveForm({ lineId }: { readonly lineId: string }) {
  const { journalChanged, announce } = useDesk();
  const [ticket, setTicket] = useState('');
  const [problem, setProblem] = useState<string>();
  const move = async (): Promise<void> => {
    try {
      const values = { id: lineId, ticket };
      const { result, shown } = await askTool({ tool: 'move_call', values });
      if (!result.ok) return setProblem(shown.headline);
      announce(shown.headline);
      journalChanged();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <details class="move">
      <summary>Move to another ticket</summary>
      <form
        class="note-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (ticket !== '') void move();
        }}
      >
        <TextField
          id={`move-${lineId}`}
          label="Ticket"
          value={ticket}
          problem={problem}
          onValue={(text) => setTicket(text.trim())}
        />
        <button type="submit" disabled={ticket === ''}>
          Move
        </button>
      </form>
    </details>
  );
}
