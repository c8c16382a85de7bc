// Where a measurement was made, as far as it says something about the figures; nothing that names the machine.
import { cpus, loadavg, release, type } from 'node:os';
import { said } from './runs.mjs';

export const versionOf = (node) => said(node, '--version') ?? '';
export const load = () => loadavg()[0].toFixed(1);

export function environment(node) {
  const [{ model }] = cpus();
  return `Node ${versionOf(node).slice(1)}, ${String(cpus().length)} × ${model.trim()}, ${type()} ${release().split('-')[0]}`;
}
