import { useState } from 'preact/hooks';
import { CopyButton } from '../shared/copy-button.js';
import { fileName, saveFile } from './browser.js';
import { askTool } from './client.js';
import { useDesk } from './desk-context.js';

interface ReportActionsProps {
  /** A call or an order id, for the report of it alone if there is no ticket. */
  readonly id: string;
}

/** Copies or saves the report: of all that was done for the ticket, or of one call or order without a ticket. */
export function ReportActions({ id }: ReportActionsProps) {
  const { ticket, announce } = useDesk();
  const [problem, setProblem] = useState('');
  const hasTicket = ticket !== '';
  const values: Record<string, string> = hasTicket ? { ticket } : { id };
  const fetchReport = async (tool: 'report' | 'report_page'): Promise<string> => {
    const { shown } = await askTool({ tool, values });
    if (shown.data === '') throw new Error(shown.headline);
    return shown.data;
  };
  const save = async (): Promise<void> => {
    try {
      const name = fileName(hasTicket ? ticket : id, 'html');
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
      <span class="soft">{hasTicket ? `of all that was done for ${ticket}` : 'of this alone'}</span>
      {problem !== '' && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
