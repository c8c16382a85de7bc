import { askTool } from './client.js';
import { useDesk } from './desk-context.js';
import { findTicketsWithDraft } from './drafts.js';
import { useDraft } from './use-draft.js';
import { LineForm } from './line-form.js';

/** A line of text that stays with the ticket. What is half written waits there while another ticket is open. */
export function NoteForm() {
  const { ticket, drafts, openTicket, journalChanged, announce } = useDesk();
  const [typed, setTyped] = useDraft('note');
  const keep = async (text: string): Promise<string | undefined> => {
    const { result, shown } = await askTool({ tool: 'add_note', values: { ticket, text } });
    if (!result.ok) return shown.headline;
    announce('The note is kept.');
    journalChanged();
    return undefined;
  };
  const form = { id: 'note', label: `Add a note to ${ticket}`, button: 'Keep', submit: keep };
  return (
    <>
      <LineForm {...form} typed={typed} onTyped={setTyped} key={ticket} />
      {findTicketsWithDraft(drafts, 'note', ticket).map((other) => (
        <p class="soft" key={other}>
          A half-written note waits at{' '}
          <button type="button" class="quiet" onClick={() => openTicket(other)}>
            <bdi>{other}</bdi>
          </button>
        </p>
      ))}
    </>
  );
}
