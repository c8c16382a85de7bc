import { useEffect, useState } from 'preact/hooks';
import type { CountAnswer, JournalAnswer } from '../../desk/wire.js';
import { fileName, localDay, saveFile } from './browser.js';
import { askTool, type RunOptions } from './client.js';
import type { EndedRun } from './tool-run.js';
import { DayChart } from './day-chart.js';
import { Prose } from '../shared/prose.js';
import { useDesk } from './desk-context.js';
import { JournalFilterBar } from './journal-filter.js';
import {
  readOverview,
  buildToolValues,
  type JournalOverview,
  type JournalReads,
  type LineFilter,
} from './journal-overview.js';
import { usePasteAnywhere } from './paste.js';
import { JournalTable } from './journal-table.js';
import { OutcomeCounts } from './outcome-counts.js';
import { useWork } from './use-work.js';
import { FailureBanner, Waiting } from './waiting.js';

const firstDays = 14;
const dayMs = 86_400_000;
const rowLimit = '200';

/** What the journal has of some days: counts, a chart, and the newest lines. */
export function JournalTab({ isShown }: { readonly isShown: boolean }) {
  const { journalVersion } = useDesk();
  const work = useWork();
  const [filter, setFilter] = useState<LineFilter>(newestDays);
  const [overview, setOverview] = useState<JournalOverview>();
  const { since, until } = filter;
  const isEndBeforeBegin = since !== '' && until !== '' && since > until;
  useEffect(() => {
    if (!isShown || isEndBeforeBegin) return;
    void work.begin(async (options) =>
      setOverview(await readOverview(filter, buildReads(options))),
    );
  }, [filter, journalVersion, isShown]);
  const saveCsv = async (): Promise<void> => {
    const { shown } = await askTool({ tool: 'calls_csv', values: buildToolValues(filter) });
    saveFile(fileName(filterName(filter), 'csv'), 'text/csv', shown.data);
  };
  usePasteAnywhere({
    isOn: isShown,
    takesNamesAlone: true,
    take: (text) => {
      setFilter({ ...filter, find: text.trim(), outcome: '' });
    },
  });
  return (
    <>
      <JournalFilterBar
        filter={filter}
        people={overview?.people ?? []}
        isEndBeforeBegin={isEndBeforeBegin}
        saves={overview === undefined ? '' : describeCsv(filter, overview)}
        onFilter={setFilter}
        onSave={() => void saveCsv()}
      />
      {overview === undefined && work.isBusy && (
        <Waiting what="Reading the journal …" work={work} />
      )}
      <FailureBanner work={work} />
      {overview !== undefined && !isEndBeforeBegin && (
        <Overview overview={overview} filter={filter} onFilter={setFilter} />
      )}
    </>
  );
}

/** The name of the CSV says what is in it: `journal-2026-11-17-2026-11-30-pending`. */
function filterName({ since, until, find, person, outcome }: LineFilter): string {
  const parts = ['journal', since, until, find, person, outcome];
  return parts.filter((part) => part !== '').join('-');
}

/** What the CSV will have: the table has the newest lines alone. Empty if it would have none. */
function describeCsv({ find, outcome, person }: LineFilter, { newest }: JournalOverview): string {
  const { entries, replies, remarks } = newest;
  if (entries.length + replies.length + remarks.length === 0) return '';
  const isFiltered = find !== '' || outcome !== '' || person !== '';
  return isFiltered ? 'what is chosen' : 'all of these days';
}

function newestDays(): LineFilter {
  const now = Date.now();
  return {
    since: localDay(new Date(now - (firstDays - 1) * dayMs)),
    until: localDay(new Date(now)),
    outcome: '',
    person: '',
    find: '',
  };
}

function buildReads(options: RunOptions): JournalReads {
  return {
    count: async (filter) => {
      const request = { tool: 'count_calls', values: buildToolValues(filter) };
      return requireAnswer(await askTool<CountAnswer | null>(request, options));
    },
    list: async (filter) => {
      const request = {
        tool: 'list_calls',
        values: { ...buildToolValues(filter), limit: rowLimit },
      };
      return requireAnswer(await askTool<JournalAnswer | null>(request, options));
    },
    hintFor: async (what) => {
      const { shown } = await askTool({ tool: 'find_calls', values: { what } }, options);
      return shown.next;
    },
  };
}

/** @throws {Error} the refusal in words */
function requireAnswer<Answer>({ result, shown }: EndedRun<Answer | null>): Answer {
  if (result.answer === null) throw new Error(shown.headline);
  return result.answer;
}

const otherKinds = [
  ['reply', 'reply', 'replies'],
  ['refusal', 'refused paste', 'refused pastes'],
  ['note', 'note', 'notes'],
  ['move', 'move', 'moves'],
] as const;

interface OtherCountsProps {
  readonly others: CountAnswer['others'];
  readonly chosen: string;
  readonly onChoose: (kind: string) => void;
}

/** How many lines are replies, notes and so on: they are no calls and have no outcome. A press shows one kind alone, another press all lines. */
function OtherCounts({ others, chosen, onChoose }: OtherCountsProps) {
  return (
    <>
      {otherKinds.map(([kind, one, several]) => (
        <button
          type="button"
          class="quiet"
          key={kind}
          disabled={others[kind] === 0}
          aria-pressed={chosen === kind}
          onClick={() => onChoose(chosen === kind ? '' : kind)}
        >
          {others[kind]} {others[kind] === 1 ? one : several}
        </button>
      ))}
    </>
  );
}

interface OverviewProps {
  readonly overview: JournalOverview;
  readonly filter: LineFilter;
  readonly onFilter: (filter: LineFilter) => void;
}

function Overview({ overview, filter, onFilter }: OverviewProps) {
  const { outcomes, days, newest, total, onOtherDays, hint } = overview;
  const callCount = days.reduce((sum, { count }) => sum + count, 0);
  const kind = otherKinds.find(([id]) => id === filter.outcome);
  const isOfCalls = kind === undefined;
  const { counts } = outcomes.calls;
  return (
    <>
      <p class="sum" role="status">
        {isOfCalls && (
          <>
            <b>{callCount}</b> {callCount === 1 ? 'call' : 'calls'}
            {' · '}
          </>
        )}
        <OtherCounts
          others={outcomes.others}
          chosen={filter.outcome}
          onChoose={(outcome) => onFilter({ ...filter, outcome })}
        />
      </p>
      {hint !== '' && (
        <p class="hint">
          <Prose text={hint} />
        </p>
      )}
      {onOtherDays > 0 && (
        <p class="actions">
          {onOtherDays === 1 ? '1 line' : `${onOtherDays} lines`} on other days
          <button type="button" onClick={() => onFilter({ ...filter, since: '', until: '' })}>
            Show all days
          </button>
        </p>
      )}
      <div class="overview">
        {counts.length > 0 && (
          <section>
            <h2>By outcome</h2>
            <OutcomeCounts
              counts={counts}
              chosen={filter.outcome}
              onChoose={(outcome) => onFilter({ ...filter, outcome })}
            />
          </section>
        )}
        {callCount > 0 && (
          <section>
            <h2>By day</h2>
            <DayChart counts={days} since={filter.since} until={filter.until} />
          </section>
        )}
      </div>
      <JournalTable journal={newest} total={total} />
    </>
  );
}
