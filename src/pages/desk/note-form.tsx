import { useState } from 'preact/hooks';
import { askTool } from './client.js';
import { useDesk } from './desk-context.js';
import { TextField } from './field.js';

/** A line of text that stays with the ticket. */
export function NoteForm() {
  const { ticket, journalChanged, announce } = useDesk();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const keep = async (): Promise<void> => {
    try {
      const { result, shown } = await askTool({ tool: 'add_note', values: { ticket, text } });
      if (!result.ok) return setProblem(shown.headline);
      setText('');
      setProblem(undefined);
      announce('The note is kept.');
      journalChanged();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form
      class="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') void keep();
      }}
    >
      <TextField id="note" label="Add a note" value={text} problem={problem} onValue={setText} />
      <button type="submit" disabled={text.trim() === ''}>
        Keep
      </button>
    </form>
  );
}
