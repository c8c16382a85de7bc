import { useEffect, useState } from 'preact/hooks';
import type { Work } from './use-work.js';

/** What happens while pvg works, and how to end it. */
export function Waiting({ what, work }: { readonly what: string; readonly work: Work }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <div class="waiting" role="status">
      <span class="spinner" aria-hidden="true" />
      <div>
        <p>
          <b>{what}</b> <span aria-hidden="true">{seconds > 0 ? `${seconds} s` : ''}</span>
        </p>
        <ol>
          {work.notes.map((note, index) => (
            <li key={index}>{note}</li>
          ))}
        </ol>
      </div>
      <button type="button" onClick={work.cancel}>
        Cancel
      </button>
    </div>
  );
}

/** Why a task could not be done. */
export function FailureBanner({ work: { failure } }: { readonly work: Work }) {
  if (failure === '') return null;
  return (
    <p class="banner" role="alert">
      {failure} Your text is kept.
    </p>
  );
}
