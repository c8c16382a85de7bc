import { openedScript } from './page-script-opened.js';

/**
 * The script of the listener's page: it fetches new requests and shows them. All content is inserted as text, never as
 * markup, so none of it can run.
 */
export const pageScript = String.raw`
'use strict';
const most = 1000, nearMs = 1000, farMs = 5000;
const find = (id) => document.getElementById(id);
const make = (tag, name, ...parts) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...parts);
  return element;
};
const list = find('list'), counts = { all: 0, problems: 0 };
let run = '', last = 0, filter = 'all', first = true;

// Sentences of pvg have code between backticks.
const prose = (text) => text.split(/${'`'}([^${'`'}]+)${'`'}/).map((piece, at) => at % 2 ? make('code', '', piece) : piece);
const side = (label, bytes) => [
  make('dt', '', label),
  make('dd', '', ...differing(bytes.text), make('div', 'hex', bytes.hex)),
];
const part = (title, ...content) => [make('h2', '', title), ...content];
${openedScript}
const moreOf = (entry) => {
  const opened = make('div', 'opened', make('p', 'facts', 'Loading the request …'));
  open(entry, opened);
  return make('div', 'more',
    ...entry.also.map((text) => make('p', 'also', ...prose(text))),
    ...(entry.fix ? part('What to do', make('p', 'fix', ...prose(entry.fix))) : []),
    ...(entry.code ? part('In code', make('pre', '', entry.code)) : []),
    ...(entry.difference ? part('First difference', make('p', '', entry.difference.says),
      make('dl', 'bytes', ...side('sent', entry.difference.sent), ...side('signed', entry.difference.signed))) : []),
    ...(entry.lint.length ? part('Problems', make('ul', '', ...entry.lint.map((each) =>
      make('li', '', make('code', '', each.id), ' ', ...prose(each.says))))) : []),
    opened,
    ...part('Facts', make('p', 'facts', entry.facts.join(' · '))));
};

const show = (entry) => {
  const problem = entry.causes !== '' || !['signature-right', 'not-judged'].includes(entry.kind);
  const gist = make('span', 'gist');
  if (entry.causes) gist.append(make('code', '', entry.causes));
  gist.append(make('span', '', ...prose(entry.says)));
  const marks = [entry.replay ? 'replay' : '', entry.times > 1 ? entry.times + ' times' : ''].filter(Boolean);
  if (marks.length) gist.append(make('span', 'marks', ...marks.map((text) => make('span', 'again', text))));
  const details = make('details', '', make('summary', '', make('span', 'time', entry.time), make('span', 'word', entry.word),
    make('span', 'where', entry.place), make('span', 'status', String(entry.status)), gist));
  details.addEventListener('toggle', () => { if (details.childElementCount === 1) details.append(moreOf(entry)); }, { once: true });
  const item = make('li', entry.kind, details);
  item.dataset.problem = String(problem);
  list.prepend(item);
  counts.all += 1;
  if (problem) counts.problems += 1;
  if (list.childElementCount > most) list.lastElementChild.remove();
};

const apply = () => {
  for (const item of list.children) item.hidden = filter === 'problems' && item.dataset.problem !== 'true';
  find('all').textContent = 'All ' + counts.all;
  find('problems').textContent = 'Problems ' + counts.problems;
  for (const id of ['all', 'problems']) find(id).setAttribute('aria-pressed', String(filter === id));
  find('empty').hidden = counts.all > 0;
  find('filters').hidden = counts.all === 0;
  document.title = (counts.problems ? '(' + counts.problems + ') ' : '') + 'pvg listen';
};

const take = (news) => {
  if (news.run !== run) {
    list.replaceChildren();
    counts.all = counts.problems = 0;
    run = news.run;
  }
  last = news.last;
  find('profile').textContent = news.profile;
  find('answers').textContent = news.answers;
  for (const entry of news.requests) show(entry);
  const newest = news.requests.at(-1);
  if (newest && !first) find('news').textContent = newest.place + ': ' + newest.word + (newest.causes ? ', ' + newest.causes : '');
  first = false;
  if (newest) apply();
};

const stateIs = (text, away) => {
  if (find('state').textContent === text) return;
  find('state').textContent = text;
  find('state').className = away ? 'away' : '';
};

const ask = async () => {
  try {
    const answer = await fetch('/requests.json?run=' + run + '&after=' + last, { cache: 'no-store' });
    if (!answer.ok) throw new Error(String(answer.status));
    take(await answer.json());
    stateIs('listening', false);
  } catch {
    stateIs('not connected: is pvg listen still running?', true);
  }
  setTimeout(ask, document.hidden ? farMs : nearMs);
};

for (const id of ['all', 'problems']) find(id).addEventListener('click', () => { filter = id; apply(); });
for (const address of document.querySelectorAll('.address')) address.textContent = location.origin;
apply();
ask();
`;
