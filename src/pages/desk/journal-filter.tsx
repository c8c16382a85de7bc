import { DateField, SelectField, TextField } from './field.js';

/** Which lines of the journal are counted and shown. */
export interface JournalFilter {
  /** `2026-11-28`. */
  readonly since: string;
  readonly until: string;
  readonly outcome: string;
  readonly person: string;
  readonly ticket: string;
}

interface JournalFilterProps {
  readonly filter: JournalFilter;
  readonly people: readonly string[];
  readonly isEndBeforeBegin: boolean;
  readonly onFilter: (filter: JournalFilter) => void;
  readonly onSave: () => void;
}

export function JournalFilterBar(props: JournalFilterProps) {
  const { filter, people, isEndBeforeBegin, onFilter, onSave } = props;
  const change = (part: Partial<JournalFilter>): void => onFilter({ ...filter, ...part });
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
      <TextField
        id="of-ticket"
        label="Of ticket"
        placeholder="all"
        value={filter.ticket}
        onValue={(ticket) => change({ ticket: ticket.trim() })}
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
      <button type="button" onClick={onSave}>
        Save as CSV
      </button>
    </div>
  );
}
