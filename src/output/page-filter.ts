import { html as markup, type Markup } from './markup.js';

/** Which rows of a page are shown: radio buttons and rules, no script. A row has the ids of its choices as classes. */

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly count: number;
}

const radio = (id: string, label: Markup): Markup =>
  markup`<input type="radio" name="show" id="${id}"><label for="${id}">${label}</label>`;

export const filter = (all: number, choices: readonly Choice[]): Markup => markup`<fieldset class="filter">
<legend>Show</legend>
<input type="radio" name="show" id="all" checked><label for="all">All <span>${String(all)}</span></label>
${choices.map(({ id, label, count }) => markup`${radio(id, markup`${label} <span>${String(count)}</span>`)}\n`)}</fieldset>`;

/** What is chosen leaves the other rows out. */
export const filterRules = (ids: readonly string[]): string =>
  ids.map((id) => `main:has(#${id}:checked) .rows tr[class]:not(.${id}) { display: none; }\n`).join('');
