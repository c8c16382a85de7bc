import type { Clock } from '../context.js';
import type { EmulatedResponse } from '../emulator/answers.js';
import type { Answerer, Arrived } from '../emulator/server.js';
import type { EmulatedService } from '../emulator/service.js';

/** One request of a server with its answer: `emulate` prints it, `listen` adds a diagnosis. */
export interface Logged extends Arrived {
  /** From 1, in the order of arrival. */
  readonly number: number;
  readonly receivedAtMs: number;
  readonly elapsedMs: number;
  /** null: it was lost. */
  readonly answer: EmulatedResponse | null;
  /** `refused`: by the server itself, so the emulator never saw the request. */
  readonly by: 'emulator' | 'refused';
}

/** Makes what answers one request; each is logged as soon as its answer was sent. */
export function logging(
  service: EmulatedService,
  clock: Pick<Clock, 'now' | 'elapsed'>,
  log: (logged: Logged) => void,
): () => Answerer {
  let count = 0;
  return () => {
    const receivedAtMs = clock.now();
    const startedMs = clock.elapsed();
    let by: Logged['by'] = 'emulator';
    return {
      send: service.send,
      refuse: (...refused) => {
        by = 'refused';
        return service.refuse(...refused);
      },
      watch: (arrived) => {
        const number = (count += 1);
        return (answer) => {
          const elapsedMs = Math.round(clock.elapsed() - startedMs);
          log({ ...arrived, number, receivedAtMs, elapsedMs, answer, by });
        };
      },
    };
  };
}
