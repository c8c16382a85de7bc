import type { CommandResult } from '../output/command-result.js';
import { anomalyFact } from '../support/journal/calls.js';
import type { AnomalyWords, Fact } from '../wording/description.js';
import { environmentQuestion } from '../wording/verdict.js';
import { outcomeNames } from './outcome-words.js';

/** What the page says in other words than the terminal: nobody types a command there, and ids are for programs. */

/** Only these ids are replaced: one without a hyphen, such as `pending`, may be a word of the sentence. */
const idsWithHyphen = Object.keys(outcomeNames).filter((id) => id.includes('-'));
const idsInText = new RegExp(`(?<![\\w-])\`?(${idsWithHyphen.join('|')})\`?(?![\\w-])`, 'g');
const namesById: Readonly<Record<string, string>> = outcomeNames;

/** Replaces the ids of outcomes in a sentence by their names. */
export function inPageWords(text: string): string {
  return text.replace(idsInText, (_whole, id: string) => `“${namesById[id] ?? id}”`);
}

/** The warnings, with the page’s own question about the environment: that of the terminal ends with a command, and the page has a field for the profile. */
export function pageWarnings({ view }: Pick<CommandResult, 'view'>): readonly string[] {
  const { warnings = [] } = view;
  return warnings.map(withPageQuestion);
}

const localQuestion =
  'Is this the right environment? `local` knows its demo purchases only. A real purchase needs a profile of your game: choose it above. If it is not there, start pvg desk with it.';
const devQuestion =
  'Is this the right environment? This is dev. A purchase from the live game needs a profile of prod: choose it above. If it is not there, start pvg desk with it.';
const pageQuestions: ReadonlyMap<string | undefined, string> = new Map([
  [environmentQuestion('dev', true), localQuestion],
  [environmentQuestion('dev', false), devQuestion],
]);

/** Replaces the question of the terminal by that of the page. Lines of the journal have the question of the terminal, too. */
export function withPageQuestion(text: string): string {
  return pageQuestions.get(text) ?? text;
}

/** The facts. One about something unusual has the name of the member alone, not its path: `transactions[0].purchase_state`. */
export function pageFacts({ view, anomalies }: Pick<CommandResult, 'view' | 'anomalies'>) {
  const { facts = [] } = view;
  return facts.map((fact) => {
    const anomaly = anomalies.find((each) => anomalyFact(each).label === fact.label);
    return anomaly === undefined ? fact : unusualFact(anomaly, fact);
  });
}

function unusualFact({ field, says }: AnomalyWords, fact: Fact): Fact {
  const member = field.split('.').at(-1) ?? field;
  return { ...fact, label: 'Unusual', value: `the ${member.replaceAll('_', ' ')} ${says}` };
}
