import { useEffect, useState } from 'preact/hooks';
import { EmptyList } from './empty-list.js';
import { RequestRow } from './request-row.js';
import { useRequests } from './use-requests.js';

type Filter = 'all' | 'problems';

/** The newest requests, and of each what -v shows and the request as it came. */
export function ListenPage() {
  const { profile, requests, state, isLost, news } = useRequests();
  const [filter, setFilter] = useState<Filter>('all');
  const problems = requests.filter(({ mood }) => mood === 'bad');
  useEffect(() => {
    const count = problems.length;
    document.title = count > 0 ? `(${count}) pvg listen` : 'pvg listen';
  }, [problems.length]);
  return (
    <main>
      <header>
        <h1>pvg listen</h1>
        <p id="state" class={isLost ? 'away' : ''} role="status">
          {state}
        </p>
        <p class="place">
          profile <b>{profile}</b> · answered by <b>the emulator</b>
        </p>
      </header>
      {requests.length === 0 ? (
        <EmptyList />
      ) : (
        <FilterButtons
          filter={filter}
          setFilter={setFilter}
          counts={{ all: requests.length, problems: problems.length }}
        />
      )}
      <ol id="list" aria-label="Requests, newest first">
        {requests.map((request) => (
          <RequestRow
            request={request}
            isHidden={filter === 'problems' && request.mood !== 'bad'}
            key={request.number}
          />
        ))}
      </ol>
      <p id="news" class="unseen" aria-live="polite">
        {news}
      </p>
    </main>
  );
}

interface FilterButtonsProps {
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
  readonly counts: Readonly<Record<Filter, number>>;
}

function FilterButtons({ filter, setFilter, counts }: FilterButtonsProps) {
  return (
    <fieldset class="filter">
      <legend class="unseen">Which requests are shown</legend>
      {(['all', 'problems'] as const).map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="show"
            id={name}
            checked={filter === name}
            onChange={() => setFilter(name)}
          />{' '}
          {name === 'all' ? 'All' : 'Problems'} <span>{counts[name]}</span>
        </label>
      ))}
    </fieldset>
  );
}
