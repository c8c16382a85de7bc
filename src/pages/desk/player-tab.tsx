import { useEffect, useState } from 'preact/hooks';
import { runTool } from './client.js';
import { filledIn, type EndedRun } from './tool-run.js';
import { useDesk } from './desk-context.js';
import { TextField } from './field.js';
import { ResultCard } from './result-card.js';
import { useWork } from './use-work.js';
import { FailureBanner, Waiting } from './waiting.js';

/** Whether a player has completed verification. */
export function PlayerTab({ isShown }: { readonly isShown: boolean }) {
  const { profile, ticket, language, journalChanged } = useDesk();
  const work = useWork();
  const [username, setUsername] = useState('');
  const [problem, setProblem] = useState<string>();
  const [ended, setEnded] = useState<EndedRun>();
  useEffect(() => {
    if (isShown) document.getElementById('username')?.focus();
  }, [isShown]);

  const check = (): void => {
    if (username.trim() === '') return setProblem('Write the username first.');
    setProblem(undefined);
    setEnded(undefined);
    void work.begin(async (options) => {
      const values = { username, ...filledIn({ ticket, reply_language: language }) };
      const found = await runTool({ tool: 'check_player', profile, values }, options);
      const { error, http } = found.result;
      journalChanged();
      if (error !== null && http === null) {
        return setProblem(`${error.says} ${found.shown.next}`.trim());
      }
      setEnded(found);
    });
  };
  return (
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (work.isBusy) return work.cancel();
        setUsername('');
        setEnded(undefined);
      }}
    >
      <form
        class="sheet"
        onSubmit={(event) => {
          event.preventDefault();
          check();
        }}
      >
        <TextField
          id="username"
          label="Username of the player"
          hint="The game’s stable identifier, not a device id. Each check counts towards the player’s rate limit."
          value={username}
          problem={problem}
          onValue={setUsername}
        />
        <div class="actions">
          <button type="submit" class="primary" disabled={work.isBusy}>
            Check
          </button>
        </div>
      </form>
      {work.isBusy && <Waiting what="Asking the session interface …" work={work} />}
      <FailureBanner work={work} />
      {ended !== undefined && <ResultCard ended={ended} takesFocus />}
    </div>
  );
}
