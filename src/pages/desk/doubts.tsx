import { Prose } from '../shared/prose.js';

/** What to check before anything else, right below the verdict. */
export function Doubts({ doubts }: { readonly doubts: readonly string[] }) {
  return (
    <>
      {doubts.map((doubt) => (
        <p class="warning" key={doubt}>
          <Prose text={doubt} />
        </p>
      ))}
    </>
  );
}
