import { parentPort, workerData } from 'node:worker_threads';
import type { ObservedRequest } from '../diagnosis/observed-request.js';
import { diagnoseInTime, type Search } from './diagnoser.js';

parentPort?.on('message', (request: ObservedRequest) => {
  parentPort?.postMessage(diagnoseInTime(request, workerData as Search, () => performance.now()));
});
parentPort?.postMessage('ready');
