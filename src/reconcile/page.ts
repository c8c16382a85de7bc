import { html as markup, type Markup } from '../output/markup.js';
import type { Tone } from '../output/page.js';
import type { Advice } from '../service/policy.js';
import { mostOfKind, purchaseName, rowsPage, withoutReceipt, type PageRow } from '../tables/rows-page.js';
import { counted } from '../text/counted.js';
import { classIds, meaningOf, type ClassId } from './classes.js';
import type { InputFile } from './inputs.js';
import { shownTime } from './moments.js';
import type { Reconciled } from './reconcile.js';
import { roleIds, roles } from './roles.js';
import type { Row } from './row.js';

interface PageFacts {
  readonly files: readonly InputFile[];
  readonly headline: string;
  readonly tone: Tone;
  /** Where all rows are; undefined: standard output, or nowhere. */
  readonly out: string | undefined;
  readonly madeAtMs: number;
  readonly version: string;
}

/** What was reconciled as one HTML file. */
export function reconcilePage(
  { summary, rows }: Reconciled,
  { files, headline, tone, out, madeAtMs, version }: PageFacts,
): string {
  const present = classIds.filter((id) => summary.classes[id] > 0);
  return rowsPage({
    ...{ title: 'Purchases, refunds and grants', banner: null, tone, headline },
    place: inputsOf(files, summary.inputs),
    ...{ noun: 'purchase', kindName: 'Class', all: summary.purchases },
    kinds: present.map((id) => {
      const { says, next, advice } = meaningOf(id, summary.inputs);
      return { id, name: id, count: summary.classes[id], says, next, tone: toneOf(advice) };
    }),
    head: ['Order id or receipt', 'Verdict', 'Voided', 'Granted', 'Why, and who acts'],
    rows: shownRows(rows()),
    where: out === undefined ? '' : `All rows are in ${out}.`,
    footer: [
      'Reasons and sources of a void are the store’s own words.',
      `Made by pvg ${version} on ${new Date(madeAtMs).toISOString()}. This page contains no receipt, only fingerprints.`,
    ],
  });
}

/** An export of the store has more rows than voided purchases, so that rows are counted. */
const inputsOf = (files: readonly InputFile[], inputs: Reconciled['summary']['inputs']): Markup[] =>
  roleIds
    .filter((role) => inputs[role] !== undefined)
    .map((role, at) => {
      const names = files.filter((file) => file.role === role).map(({ name }) => name);
      const rows = counted(inputs[role] ?? 0, 'row');
      return markup`${at === 0 ? '' : ' · '}<bdi>${names.join(', ')}</bdi>: <b>${rows} of ${roles[role].contents}</b>`;
    });

const toneOf = (advice: Advice): Tone =>
  advice === 'check' ? 'bad' : advice === 'retry-later' ? 'careful' : 'good';

function shownRows(rows: Iterable<Row>): PageRow[] {
  const ofClass = new Map<ClassId, number>();
  const shown: PageRow[] = [];
  for (const row of rows) {
    const before = ofClass.get(row.class) ?? 0;
    ofClass.set(row.class, before + 1);
    if (before < mostOfKind) shown.push(pageRow(row));
  }
  return shown;
}

function pageRow({
  class: id,
  also,
  order_id,
  receipt,
  verdict,
  voided,
  granted,
  advice,
  says,
}: Row): PageRow {
  const times = granted?.at.flatMap((each) => (each === null ? [] : [shownTime(each)])) ?? [];
  const players = granted?.players.map((player) => withoutReceipt(player, receipt)).join(', ');
  return {
    ...{ kind: id, tone: toneOf(advice), more: also.join(', ') },
    cells: [
      [purchaseName(order_id, receipt)],
      [verdict ?? ''],
      [voided === null ? '' : voided.at === null ? 'no date' : shownTime(voided.at)],
      [granted === null ? '' : times.length === 0 ? 'no date' : times.join(', '), players],
      [says],
    ],
  };
}
