import { setInterval } from 'node:timers';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** More of it makes a batch no faster, and Node 24 would take four times as much. */
const enoughBytes = 16 * 1024 * 1024;
const lookEveryMs = 50;

/**
 * Keeps V8 from growing the memory for young objects past what is of use: for a program that makes and drops the same
 * things over and over.
 */
export function boundYoungMemory(): void {
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    if (young !== undefined && young.space_size < enoughBytes) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, lookEveryMs);
  timer.unref();
}
