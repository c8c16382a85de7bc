// The machine of a measurement: what matters for the figures, and nothing that identifies it.
import { cpus, loadavg, release, type } from 'node:os';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, said } from './runs.mjs';

export const versionOf = (node) => said(node, '--version') ?? '';
/** The oldest Node that pvg runs on, from package.json. */
export const oldest = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
).engines.node.slice(2);
export const isTooOld = (version) =>
  version.slice(1).localeCompare(oldest, 'en', { numeric: true }) < 0;
export const load = () => loadavg()[0].toFixed(1);

export function environment(node) {
  const [{ model }] = cpus();
  return `Node ${versionOf(node).slice(1)}, ${String(cpus().length)} × ${model.trim()}, ${type()} ${release().split('-')[0]}`;
}
