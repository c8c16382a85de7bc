import { useEffect, useState } from 'preact/hooks';
import { askTool } from './client.js';
import { filledIn, type EndedRun } from './tool-run.js';
import { useDesk } from './desk-context.js';
import { TextField } from './field.js';
import { useLeftTicket } from './left-ticket.js';
import { usePasteAnywhere } from './paste.js';
import { ResultCard } from './result-card.js';
import { useWork } from './use-work.js';
import { FailureBanner, Waiting } from './waiting.js';

/** A player whom another tab found in a text. */
export interface WantedPlayer {
  /** Empty if the text has no name that is certain. */
  readonly username: string;
}

interface PlayerTabProps {
  readonly isShown: boolean;
  readonly wanted: WantedPlayer;
}

/** Whether a player has completed verification. */
export function PlayerTab({ isShown, wanted }: PlayerTabProps) {
  const player = usePlayerCheck();
  const { username, problem, ended, work } = player;
  useEffect(() => {
    if (wanted.username !== '') player.begin(wanted.username);
  }, [wanted]);
  useEffect(() => {
    if (isShown) document.getElementById('username')?.focus();
  }, [isShown]);
  const take = (text: string): void => player.begin(text.trim());
  usePasteAnywhere({ isOn: isShown, takesNamesAlone: true, take });
  return (
    <div
      onKeyDown={(event) => {
        if (event.key === 'Escape') player.clear();
      }}
    >
      <form
        class="sheet"
        onSubmit={(event) => {
          event.preventDefault();
          player.check();
        }}
      >
        <TextField
          id="username"
          label="Username of the player"
          hint="The game’s stable identifier, not a device id. Each check counts towards the player’s rate limit."
          value={username}
          problem={problem}
          onValue={player.setUsername}
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

function usePlayerCheck() {
  const { profile, ticket, language, journalChanged } = useDesk();
  const work = useWork();
  const [username, setUsername] = useState('');
  const [problem, setProblem] = useState<string>();
  const [ended, setEnded] = useState<EndedRun>();
  // An answer belongs to its ticket; a name that nobody checked may have been written before the number.
  useLeftTicket(ticket, () => {
    if (ended !== undefined) begin('');
  });
  const check = (): void => {
    if (username.trim() === '') return setProblem('Write the username first.');
    setProblem(undefined);
    setEnded(undefined);
    void work.begin(async (options) => {
      const values = { username, ...filledIn({ ticket, reply_language: language }) };
      const found = await askTool({ tool: 'check_player', profile, values }, options);
      const { error, http } = found.result;
      journalChanged();
      const isRefused = error !== null && http === null;
      if (isRefused) setProblem(`${error.says} ${found.shown.next}`.trim());
      else setEnded(found);
    });
  };
  const begin = (name: string): void => {
    setUsername(name);
    setProblem(undefined);
    setEnded(undefined);
  };
  const clear = (): void => {
    if (work.isBusy) return work.cancel();
    setUsername('');
    setEnded(undefined);
  };
  return { username, setUsername, problem, ended, work, begin, check, clear };
}
