import { emulateService, sendTo } from '../../src/emulator/service.js';
import { World, type WorldOptions } from '../../src/emulator/world.js';
import { fixedUnixSeconds, nearlyHalf } from './context.js';

/** The emulated service with a clock that stands still, and how long it slept. */
export function emulatedWorld(options: Partial<WorldOptions> = {}) {
  const slept: number[] = [];
  const clock = {
    now: () => fixedUnixSeconds * 1000,
    sleep: (ms: number) => {
      slept.push(ms);
      return Promise.resolve();
    },
  };
  const world = new World({ clock, random: nearlyHalf, ...options });
  const service = emulateService(world);
  return { service, send: sendTo(service), world, slept };
}
