import { askTool } from './client.js';
import { useDesk } from './desk-context.js';
import { LineForm } from './line-form.js';

/** A line of text that stays with the ticket. The label has the number: what is half typed stays when it changes. */
export function NoteForm() {
  const { ticket, journalChanged, announce } = useDesk();
  const keep = async (text: string): Promise<string | undefined> => {
    const { result, shown } = await askTool({ tool: 'add_note', values: { ticket, text } });
    if (!result.ok) return shown.headline;
    announce('The note is kept.');
    journalChanged();
    return undefined;
  };
  return <LineForm id="note" label={`Add a note to ${ticket}`} button="Keep" submit={keep} />;
}
