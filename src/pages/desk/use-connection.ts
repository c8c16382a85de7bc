import { useCallback, useEffect, useState } from 'preact/hooks';
import { ConnectionLost } from '../shared/client.js';
import { startDesk, watchUntilEnd } from './client.js';

/** `ended`: pvg said so. `lost`: it does not answer. `refused`: another pvg answers at this address. */
export type ConnectionState = 'connected' | 'ended' | 'lost' | 'refused';

const askAgainMs = 3_000;
/** The lock that all tabs of the browser share, so that only one of them watches. */
const lockName = 'pvg-watch';

/** Whether pvg is there. A tab knows at once when it ends, and asks until it is there again. */
export function useConnection() {
  const [state, setState] = useState<ConnectionState>('connected');
  const setConnected = useCallback((isAnswered: boolean): void => {
    setState((before) => afterRequest(before, isAnswered));
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
          // While nobody answers, the state stays: `ended` says more than `lost`.
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

/** The state after a request. Without an answer, a state that is known better than `lost` stays. */
function afterRequest(before: ConnectionState, isConnected: boolean): ConnectionState {
  if (isConnected) return 'connected';
  return before === 'connected' ? 'lost' : before;
}

/**
 * One tab at a time keeps a connection open, because a browser opens few to one server. When that breaks, the next tab gets
 * its turn, and finds out at once. The signal ends a turn: else a tab that no longer watches would keep its turn, and the next one
 * would never begin.
 */
async function watchInTurn(signal: AbortSignal): Promise<ConnectionState> {
  return navigator.locks.request(lockName, { signal }, async () => {
    for (;;) {
      const state = await watchOnce(signal);
      if (state !== 'connected') return state;
      await pause(askAgainMs, signal);
    }
  });
}

/** Waits for the end of the open connection. @returns the state then: it may have broken although pvg is still there */
async function watchOnce(signal: AbortSignal): Promise<ConnectionState> {
  try {
    await watchUntilEnd(signal);
    return 'ended';
  } catch {
    signal.throwIfAborted();
    return askState();
  }
}

/** Rejects as soon as the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    window.setTimeout(resolve, ms);
    signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
  });
}

function askState(): Promise<ConnectionState> {
  return startDesk().then(
    () => 'connected' as const,
    (error: unknown) => (error instanceof ConnectionLost ? 'lost' : 'refused'),
  );
}
