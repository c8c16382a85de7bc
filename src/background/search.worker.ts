import { parentPort } from 'node:worker_threads';
import { diagnoseInTime } from '../diagnosis/diagnose.js';
import type { SearchJob } from './search-thread.js';

parentPort?.on('message', ({ request, search }: SearchJob) => {
  parentPort?.postMessage(diagnoseInTime(request, search, () => performance.now()));
});
