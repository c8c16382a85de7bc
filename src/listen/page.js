// The page of `pvg listen` in the browser: it asks for new requests and shows them. All content goes in as text, never as
// markup, so none of it can run.
'use strict';

const mostShown = 1000;

const key = encodeURIComponent(location.hash.slice(1));
/** The number of the newest request that is shown; undefined before the first answer, which is no news. */
let lastShown;

const find = (id) => document.getElementById(id);

function make(tag, name, ...children) {
  const element = document.createElement(tag);
  if (name !== '') element.className = name;
  element.append(...children);
  return element;
}

/** Pieces of text, of which those at the odd places get an element of their own. */
const wrapOddPieces = (tag, pieces) =>
  pieces.map((piece, index) => (index % 2 === 1 ? make(tag, '', piece) : piece));

/** A sentence of pvg, which has code between backticks. */
const prose = (text) => wrapOddPieces('code', text.split(/`([^`]+)`/));

const fact = ({ label, value }) =>
  make('div', '', make('dt', '', label), make('dd', '', ...prose(value)));

function detailsOf({ fix, code, facts, request }) {
  const sections = [
    ['What to do', fix === '' ? null : make('p', 'fix', ...prose(fix))],
    ['In code', code === '' ? null : make('pre', '', code)],
    ['Facts', make('dl', '', ...facts.map(fact))],
    ['The request as it came', make('pre', 'request', ...wrapOddPieces('mark', request))],
  ];
  const shown = sections.filter(([, content]) => content !== null);
  return make(
    'div',
    'more',
    ...shown.flatMap(([title, content]) => [make('h3', '', title), content]),
  );
}

function show(entry) {
  const { gist, mood } = entry;
  const cells = ['time', 'word', 'where', 'status'].map((name) => make('span', name, entry[name]));
  cells[1].classList.add(mood);
  const code = gist === '' ? [] : [make('code', '', gist)];
  const says = make('span', 'gist', ...code, make('span', '', ...prose(entry.says)));
  const details = make('details', '', make('summary', '', ...cells, says));
  // Its content is made when it is opened for the first time.
  details.addEventListener('toggle', () => details.append(detailsOf(entry)), { once: true });
  find('list').prepend(make('li', mood === 'bad' ? 'problem' : '', details));
  if (find('list').childElementCount > mostShown) find('list').lastElementChild.remove();
}

function showNews({ last, requests }) {
  requests.forEach(show);
  const latest = requests.at(-1);
  if (latest !== undefined && lastShown !== undefined) {
    find('news').textContent = `${latest.where}: ${latest.word} ${latest.gist}`;
  }
  lastShown = last;
  const [all, problems] = ['#list > li', '.problem'].map(
    (each) => document.querySelectorAll(each).length,
  );
  find('all').nextElementSibling.lastChild.textContent = all;
  find('problems').nextElementSibling.lastChild.textContent = problems;
  document.title = problems > 0 ? `(${problems}) pvg listen` : 'pvg listen';
}

/** A screen reader reads the state out, so the same words are not written again. */
function showState(text, isAway) {
  if (find('state').textContent === text) return;
  find('state').textContent = text;
  find('state').className = isAway ? 'away' : '';
}

async function ask() {
  try {
    const answer = await fetch(`/requests.json?after=${lastShown ?? 0}&key=${key}`);
    const news = await answer.json();
    if (answer.ok) showNews(news);
    showState(answer.ok ? 'listening' : news.says.replaceAll('`', ''), !answer.ok);
  } catch {
    showState('not connected: is pvg listen still running?', true);
  }
  setTimeout(ask, 1000);
}

for (const address of document.querySelectorAll('.address')) address.textContent = location.origin;
void ask();
