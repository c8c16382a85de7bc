import { PvgError } from '../../failure.js';
import type { Evidence } from './evidence.js';
import { htmlReport } from './html.js';
import { markdownReport } from './markdown.js';

/** How a report is written, by the ending of its file. */
const forms = { html: htmlReport, md: markdownReport } as const;

export type ReportForm = keyof typeof forms;

export function reportFormOf(option: string, path: string): ReportForm {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (ending === 'html' || ending === 'md') return ending;
  throw new PvgError('usage', `The file name of ${option} must end in .html (a page) or .md (Markdown).`, {
    hint: `Example: \`${option} evidence.html\` or \`${option} evidence.md\`.`,
  });
}

export const writeReport = (form: ReportForm, evidence: Evidence): string => forms[form](evidence);
