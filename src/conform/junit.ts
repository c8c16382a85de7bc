import { htmlEscape } from 'escape-goat';
import { interfaces } from '../contract/interfaces.js';
import { escapeControls } from '../text/visible.js';
import type { VectorOutcome } from './vector.js';

const opening = ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites name="pvg conform">'];

/** Whether `pvg conform` wrote a file with this text. */
export function isOwnJunit(text: string): boolean {
  return text.startsWith(`${opening.join('\n')}\n`);
}

/** The outcomes in the XML format that CI systems read: a suite for each interface, a case for each vector. */
export function junitOf(outcomes: readonly VectorOutcome[]): string {
  const suites = interfaces.flatMap((id) => {
    const own = outcomes.filter(({ vector }) => vector.interface === id);
    if (own.length === 0) return [];
    const count = (kind: VectorOutcome['kind']): string =>
      String(own.filter((each) => each.kind === kind).length);
    return [
      `  <testsuite name="${id}" tests="${String(own.length)}" failures="${count('wrong')}" errors="${count('none')}">`,
      ...own.map(caseOf),
      '  </testsuite>',
    ];
  });
  return [...opening, ...suites, '</testsuites>', ''].join('\n');
}

function caseOf({ vector, kind, printed, why, finding }: VectorOutcome): string {
  const start = `    <testcase classname="${vector.interface}" name="${xml(vector.name)}"`;
  if (kind === 'right') return `${start}/>`;
  if (kind === 'none') {
    return `${start}>\n      <error message="${xml(`No signature: ${why}`)}"/>\n    </testcase>`;
  }
  const says = finding?.says ?? 'No known mistake explains it.';
  const more = [
    `expected: ${vector.signature}`,
    `printed:  ${printed}`,
    ...(finding ? [finding.fix] : []),
  ];
  return `${start}>\n      <failure message="${xml(says)}">${xml(more.join('\n'))}</failure>\n    </testcase>`;
}

/** XML has no way to write most control characters. */
const xml = (text: string): string => htmlEscape(text.split('\n').map(escapeControls).join('\n'));
