import { useRef, useState } from 'preact/hooks';
import { ConnectionLost } from '../shared/client.js';
import type { RunOptions } from './client.js';
import { useDesk } from './desk-context.js';

export interface Work {
  readonly isBusy: boolean;
  /** What was said since it began. */
  readonly notes: readonly string[];
  /** Why it could not be done; empty otherwise. */
  readonly failure: string;
  readonly cancel: () => void;
  readonly begin: (task: (options: RunOptions) => Promise<void>) => Promise<void>;
}

/** One task at a time: a new one cancels the one before. */
export function useWork(): Work {
  const { setConnected } = useDesk();
  const controller = useRef<AbortController | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState('');
  const cancel = (): void => controller.current?.abort();
  const begin: Work['begin'] = async (task) => {
    cancel();
    const current = new AbortController();
    controller.current = current;
    setBusy(true);
    setNotes([]);
    setFailure('');
    const onNote = (text: string): void => setNotes((before) => [...before, text]);
    try {
      await task({ signal: current.signal, onNote });
      setConnected(true);
    } catch (error) {
      // A newer task may have taken its place.
      if (controller.current !== current) return;
      if (current.signal.aborted) return setFailure('Cancelled.');
      const isLost = error instanceof ConnectionLost;
      setConnected(!isLost);
      if (!isLost) setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      if (controller.current === current) setBusy(false);
    }
  };
  return { isBusy, notes, failure, cancel, begin };
}
