import type { NamedCount } from '../../desk/wire.js';
import { useDesk } from './desk-context.js';

interface OutcomeCountsProps {
  readonly counts: readonly NamedCount[];
  readonly chosen: string;
  /** Called with the outcome whose calls to show, or with an empty text for all. */
  readonly onChoose: (outcome: string) => void;
}

/** How often each outcome occurs; a press shows its calls alone, another one all again. */
export function OutcomeCounts({ counts, chosen, onChoose }: OutcomeCountsProps) {
  const { start } = useDesk();
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul class="outcomes">
      {counts.map(({ name, count }) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={chosen === name}
            onClick={() => onChoose(chosen === name ? '' : name)}
          >
            <span>{start.words[name] ?? name}</span>
            <meter min={0} max={total} value={count} aria-hidden="true" />
            <b>{count}</b>
          </button>
        </li>
      ))}
    </ul>
  );
}
