import { DateField, NameField, SelectField } from './field.js';
import type { LineFilter } from './journal-overview.js';

interface JournalFilterProps {
  readonly filter: LineFilter;
  readonly people: readonly string[];
  readonly isEndBeforeBegin: boolean;
  /** What the CSV will have; empty if it cannot be saved. */
  readonly saves: string;
  readonly onFilter: (filter: LineFilter) => void;
  readonly onSave: () => void;
}

export function JournalFilterBar(props: JournalFilterProps) {
  const { filter, people, isEndBeforeBegin, saves, onFilter, onSave } = props;
  const change = (part: Partial<LineFilter>): void => onFilter({ ...filter, ...part });
  return (
    <div class="settings filter" role="group" aria-label="Filter">
      <DateField
        id="since"
        label="From"
        value={filter.since}
        onValue={(since) => change({ since })}
      />
      <DateField
        id="until"
        label="To"
        value={filter.until}
        problem={isEndBeforeBegin ? 'It is before From.' : undefined}
        onValue={(until) => change({ until })}
      />
      <NameField
        id="of-ticket"
        label="Order, player or ticket"
        isWide
        placeholder="all"
        value={filter.find}
        // The chosen outcome may not occur among the lines that are found: it would hide them all.
        onValue={(find) => change({ find, outcome: '' })}
      />
      <SelectField
        id="person"
        label="Person"
        value={filter.person}
        choices={[
          { value: '', label: 'all' },
          ...people.map((name) => ({ value: name, label: name })),
        ]}
        onValue={(person) => change({ person })}
      />
      {saves !== '' && (
        <button type="button" onClick={onSave}>
          Save {saves} as CSV
        </button>
      )}
    </div>
  );
}
