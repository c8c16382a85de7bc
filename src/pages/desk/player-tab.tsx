import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { askTool } from './client.js';
import { isRefused, removeEmptyValues, type EndedRun } from './tool-run.js';
import { useDesk } from './desk-context.js';
import { TextField } from './field.js';
import { useLeftTicket } from './left-ticket.js';
import { FetchedReply } from './reply-block.js';
import { draftKey } from './drafts.js';
import { readTypedName, explainRefusedName } from './player-name.js';
import { usePasteAnywhere } from './paste.js';
import { ResultCard } from './result-card.js';
import { useWork } from './use-work.js';
import { FailureBanner, Waiting } from './waiting.js';

/** A player whom another tab found in a text. */
export interface PlayerToOpen {
  /** Empty if the text has no name that is certain. */
  readonly username: string;
}

interface PlayerTabProps {
  readonly isShown: boolean;
  readonly playerToOpen: PlayerToOpen;
}

/** Whether a player has completed verification. */
export function PlayerTab({ isShown, playerToOpen }: PlayerTabProps) {
  const player = usePlayerCheck();
  const { username, problem, refusal, ended, work } = player;
  useEffect(() => {
    if (playerToOpen.username !== '') player.start(playerToOpen.username);
  }, [playerToOpen]);
  useLayoutEffect(() => {
    if (isShown) document.getElementById('username')?.focus();
  }, [isShown]);
  const take = (text: string): void => player.start(text.trim());
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
          label="Exact name of the player in the game"
          hint="Not a device id, and not an e-mail address. Each check counts towards the player’s rate limit."
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
      {refusal !== '' && <FetchedReply situation={refusal} />}
      {ended !== undefined && <ResultCard ended={ended} takesFocus />}
    </div>
  );
}

function usePlayerCheck() {
  const { profile, ticket, language, journalChanged, keepDraft } = useDesk();
  const work = useWork();
  const [typed, setUsername] = useState('');
  /** The text whose label the page has removed: whoever writes it again means all of it as the name. */
  const [shortened, setShortened] = useState('');
  /** Which reply fits a name that was refused; empty for none. */
  const [refusal, setRefusal] = useState('');
  const [problem, setProblem] = useState<string>();
  const [ended, setEnded] = useState<EndedRun>();
  // When another ticket is written, an answer goes. A name that was not checked yet stays: it may belong to the new ticket.
  useLeftTicket(ticket, () => start(ended === undefined ? typed : ''));
  const check = (): void => {
    const whole = typed.trim();
    const { name, hadLabel } = readTypedName(whole, shortened);
    setUsername(name);
    if (name === '') return setProblem('Write the name first.');
    if (hadLabel) {
      setShortened(whole);
      return setProblem(
        `Is ${name} the whole name? Then press Check again. If not, write ${whole} again.`,
      );
    }
    setProblem(undefined);
    setRefusal('');
    setEnded(undefined);
    void work.begin(async (options) => {
      const values = { username: name, ...removeEmptyValues({ ticket, reply_language: language }) };
      const run = await askTool({ tool: 'check_player', profile, values }, options);
      journalChanged();
      if (isRefused(run.result)) {
        setRefusal(run.result.asks?.situation ?? '');
        return setProblem(explainRefusedName(run));
      }
      keepDraft(draftKey('player', ticket), name);
      setEnded({ ...run, askedTicket: ticket });
    });
  };
  /** Puts a name into the field, and nothing of an earlier check stays. */
  const start = (name: string): void => {
    setUsername(name);
    setProblem(undefined);
    setRefusal('');
    setEnded(undefined);
  };
  const clear = (): void => {
    if (work.isBusy) return work.cancel();
    start('');
  };
  return { username: typed, setUsername, problem, refusal, ended, work, start, check, clear };
}
