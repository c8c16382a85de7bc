import { useState } from 'preact/hooks';
import { CopyButton } from '../shared/copy-button.js';
import { fileName, saveFile } from './browser.js';
import { askTool } from './client.js';
import { useDesk } from './desk-context.js';

/** The evidence for the ticket: all of its calls, or this one if there is no ticket. */
export function TicketActions({ callId }: { readonly callId: string }) {
  const { ticket, announce } = useDesk();
  const [problem, setProblem] = useState('');
  const values: Record<string, string> = ticket === '' ? { id: callId } : { ticket };
  const fetchReport = async (tool: 'report' | 'report_page'): Promise<string> => {
    const { shown } = await askTool({ tool, values });
    if (shown.data === '') throw new Error(shown.headline);
    return shown.data;
  };
  const save = async (): Promise<void> => {
    try {
      const name = fileName(ticket === '' ? callId : ticket, 'html');
      saveFile(name, 'text/html', await fetchReport('report_page'));
      setProblem('');
      announce(`The report is saved as ${name}.`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div class="actions">
      <CopyButton text={() => fetchReport('report')} announce={announce}>
        Copy for the ticket
      </CopyButton>
      <button type="button" onClick={() => void save()}>
        Save report
      </button>
      <span class="soft">{ticket === '' ? 'of this call' : `of all calls of ${ticket}`}</span>
      {problem !== '' && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
