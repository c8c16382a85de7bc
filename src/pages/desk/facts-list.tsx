import type { ShownFact } from '../../desk/wire.js';
import { longTime } from './browser.js';

/** Shows the few facts that matter, and the details when somebody opens them. */
export function FactsList({ facts }: { readonly facts: readonly ShownFact[] }) {
  const details = facts.filter(({ isDetail }) => isDetail);
  return (
    <>
      <dl>
        {facts
          .filter(({ isDetail }) => !isDetail)
          .map((fact) => (
            <FactRow fact={fact} key={fact.label} />
          ))}
      </dl>
      {details.length > 0 && (
        <details>
          <summary>All facts ({details.length} more)</summary>
          <dl>
            {details.map((fact) => (
              <FactRow fact={fact} key={fact.label} />
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

function FactRow({ fact: { label, value, atMs } }: { readonly fact: ShownFact }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
        {atMs !== undefined && (
          <small>
            <time dateTime={new Date(atMs).toISOString()}>{longTime(atMs)}</time>
          </small>
        )}
      </dd>
    </div>
  );
}
