import { nearest } from '../text/nearest.js';
import {
  interfaceRecords,
  interfaces,
  operationAt,
  pathFolder,
  paths,
  withoutQuery,
  type Operation,
} from './interfaces.js';

/** The path of a request that a server got: a base address may have a path of its own, but not one of the service's. */

/** The path of an address, or a path, without its query. */
export function pathOf(pathOrUrl: string): string {
  const text = withoutQuery(pathOrUrl);
  const scheme = text.indexOf('://');
  if (text.startsWith('/') || scheme === -1) return text;
  const start = text.indexOf('/', scheme + 3);
  return start === -1 ? '/' : text.slice(start);
}

/** What a wrong base address made of a path, in words, and what to do. */
interface PathProblem {
  readonly says: string;
  readonly fix: string;
}

const folders = interfaces.map((name) => pathFolder(interfaceRecords[name]));

/** The mistakes that a base address makes in a path, whatever stands at its end. */
export function pathProblems(pathOrUrl: string): PathProblem[] {
  const path = pathOf(pathOrUrl);
  const problems: PathProblem[] = [];
  if (path.includes('//')) {
    problems.push({
      says: 'The path of the request has two slashes in a row.',
      fix: 'Remove the slash at the end of the base address.',
    });
  }
  for (const folder of folders) {
    if (path.indexOf(folder) === path.lastIndexOf(folder)) continue;
    problems.push({
      says: `The path of the request has \`${folder}\` twice.`,
      fix: `Leave \`${folder}\` out of the base address.`,
    });
  }
  return problems;
}

/** The paths of the service that a path without an operation may mean: by its whole text, or else by its last word. */
export function nearestPaths(pathOrUrl: string): string[] {
  const path = pathOf(pathOrUrl).replace(/\/$/, '');
  const known = Object.values(paths);
  const near = nearest(path, known);
  if (near.length > 0) return near;
  const words = nearest(lastWord(path), known.map(lastWord));
  return known.filter((each) => words.includes(lastWord(each)));
}

const lastWord = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The operation that a server answers at a path: none if the path shows a wrong base address. */
export function servedOperation(pathOrUrl: string): Operation | undefined {
  const operation = operationAt(pathOrUrl);
  return operation !== undefined && pathProblems(pathOrUrl).length === 0 ? operation : undefined;
}

/** Whether the base address put something before the path of an operation. */
export function hasPathPrefix(pathOrUrl: string, operation: Operation): boolean {
  return pathOf(pathOrUrl) !== paths[operation];
}
