import type { NamedCount } from '../../desk/wire.js';
import { localDay } from './browser.js';

interface DayChartProps {
  /** Days without a call may be missing. */
  readonly counts: readonly NamedCount[];
  readonly since: string;
  readonly until: string;
}

const width = 560;
const height = 150;
const mostDays = 92;
/** Narrower columns have no number above them. */
const numberWidth = 22;

/** Columns by day, with the table as their text. Drawn by attributes alone: the page's policy allows no style on an element. */
export function DayChart({ counts, since, until }: DayChartProps) {
  const countByDay = new Map(counts.map(({ name, count }) => [name, count]));
  const days = daysBetween(since, until).map((day) => ({ day, count: countByDay.get(day) ?? 0 }));
  const highest = Math.max(1, ...days.map(({ count }) => count));
  const step = width / Math.max(1, days.length);
  return (
    <>
      {/* Above the columns there is room for a number, below them for the first and the last day. */}
      <svg class="days" viewBox={`0 -18 ${width} ${height + 40}`} aria-hidden="true">
        <line x1="0" x2={width} y1={height} y2={height} />
        {days.map(({ day, count }, index) => {
          const columnHeight = (count / highest) * height;
          const middle = index * step + step / 2;
          return (
            <g key={day}>
              <rect
                x={middle - step * 0.35}
                width={step * 0.7}
                y={height - columnHeight}
                height={columnHeight}
                rx="3"
              >
                <title>{`${day}: ${count}`}</title>
              </rect>
              {count > 0 && step > numberWidth && (
                <text x={middle} y={height - columnHeight - 5} text-anchor="middle">
                  {count}
                </text>
              )}
            </g>
          );
        })}
        <text x="0" y={height + 18}>
          {since.slice(5)}
        </text>
        <text x={width} y={height + 18} text-anchor="end">
          {until.slice(5)}
        </text>
      </svg>
      <table class="unseen">
        <caption>Calls by day</caption>
        <tbody>
          {days
            .filter(({ count }) => count > 0)
            .map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{count}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}

/** The days from `since` to `until`, both included. If there are more than `mostDays`, only the last ones. */
function daysBetween(since: string, until: string): string[] {
  const days: string[] = [];
  const noon = new Date(`${until}T12:00`);
  while (days.length < mostDays && localDay(noon) >= since) {
    days.unshift(localDay(noon));
    noon.setDate(noon.getDate() - 1);
  }
  return days;
}
