import { useCallback, useEffect, useState } from 'preact/hooks';
import { ConnectionLost } from '../shared/client.js';
import { startDesk, watchUntilEnd } from './client.js';

/** `ended`: pvg said so. `lost`: it does not answer. `refused`: another pvg answers at this address. */
export type ConnectionState = 'connected' | 'ended' | 'lost' | 'refused';

const askAgainMs = 3_000;
/** All tabs of one desk. */
const lockName = 'pvg-watch';

/** Whether pvg is there. A tab knows at once when it ends, and asks until it is there again. */
export function useConnection() {
  const [state, setState] = useState<ConnectionState>('connected');
  const setConnected = useCallback((isConnected: boolean): void => {
    setState((before) => afterRequest(before, isConnected));
  }, []);
  const isConnected = state === 'connected';
  useEffect(() => {
    const stopped = new AbortController();
    const isStopped = (): boolean => stopped.signal.aborted;
    const setUnlessStopped = (next: ConnectionState): void => {
      if (!isStopped()) setState(next);
    };
    if (isConnected) {
      watchInTurn(stopped.signal).then(setUnlessStopped, () => undefined);
      return () => stopped.abort();
    }
    const timer = window.setInterval(() => {
      askState().then(
        (next) => {
          // Whether it ended or broke off before stays known while nobody answers.
          if (next !== 'lost') setUnlessStopped(next);
        },
        () => undefined,
      );
    }, askAgainMs);
    return () => {
      stopped.abort();
      window.clearInterval(timer);
    };
  }, [isConnected]);
  return { connection: state, setConnected };
}

/** What a request without an answer means: that pvg has ended is known better than that it does not answer. */
function afterRequest(before: ConnectionState, isConnected: boolean): ConnectionState {
  if (isConnected) return 'connected';
  return before === 'connected' ? 'lost' : before;
}

/**
 * One tab at a time keeps a connection open, because a browser opens few to one server. When that breaks, the next tab gets
 * its turn, and finds out at once.
 */
function watchInTurn(signal: AbortSignal): Promise<ConnectionState> {
  return navigator.locks.request(lockName, { signal }, async () => {
    while (!signal.aborted) {
      const state = await watchOnce();
      if (state !== 'connected') return state;
      await new Promise((resolve) => window.setTimeout(resolve, askAgainMs));
    }
    return 'connected';
  });
}

/** What is true when the open connection has ended; it may have broken on its way to a pvg that is still there. */
function watchOnce(): Promise<ConnectionState> {
  return watchUntilEnd().then(
    () => 'ended' as const,
    () => askState(),
  );
}

function askState(): Promise<ConnectionState> {
  return startDesk().then(
    () => 'connected' as const,
    (error: unknown) => (error instanceof ConnectionLost ? 'lost' : 'refused'),
  );
}
