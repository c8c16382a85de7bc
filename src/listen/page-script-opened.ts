/**
 * The part of the page's script that shows one opened request: its bytes, the right values and what can be done with
 * it. It uses `make`, `part`, `prose` and `side` of page-script.ts.
 */
export const openedScript = String.raw`
// Blanks and line breaks are marked by the style sheet: what is copied has the characters themselves.
const unseen = { ' ': 'blank', '\t': 'tab', '\n': 'end' };
const seen = (text) => text.split(/([ \t\n])/).filter((piece) => piece !== '')
  .map((piece) => unseen[piece] ? make('span', unseen[piece], piece) : piece);
const bytes = (pieces) => pieces.flatMap((piece, at) => at % 2 ? [make('span', 'escape', piece)] : seen(piece));
const differing = (pieces) => pieces.flatMap(([text, differs]) => differs ? [make('mark', '', ...seen(text))] : seen(text));

const button = (words, act) => {
  const element = make('button', '', words);
  element.type = 'button';
  element.addEventListener('click', act);
  return element;
};
const say = (text) => { find('news').textContent = text; };
const copy = (words, text) => {
  const element = button(words, async () => {
    const done = await navigator.clipboard.writeText(text).then(() => 'Copied', () => 'The browser did not allow it');
    say(element.textContent = done);
    setTimeout(() => { element.textContent = words; }, 1500);
  });
  return element;
};
const address = (path, number) => '/pvg/' + path + '?number=' + number + '&key=' + encodeURIComponent(location.hash.slice(1));

// What the developer pastes stays on this page.
const compare = (label, expected, parts) => {
  const field = make('textarea', ''), result = make('div', 'compared');
  field.rows = 1;
  field.spellcheck = false;
  field.placeholder = 'Paste what your program printed';
  field.setAttribute('aria-label', label + ' of your program');
  result.setAttribute('aria-live', 'polite');
  field.addEventListener('input', () => {
    const given = field.value;
    let same = 0;
    while (same < expected.length && expected[same] === given[same]) same += 1;
    let end = -1;
    const at = parts.find(([, value]) => same < (end += value.length + 1));
    result.replaceChildren(...given === '' ? [] : given === expected ? [make('b', 'same', 'The same.')] : [
      make('b', 'other', 'Differs from character ' + (same + 1) + ' on' + (at ? ', in the ' + at[0] : '') + ': '),
      make('code', '', ...differing([[given.slice(0, same), false], [given[same] ?? '∎', true], [given.slice(same + 1), false]])),
    ]);
  });
  return [field, result];
};

const rung = ({ label, expected, parts, same, sent }) => {
  const message = parts.flatMap(([name, value], at) => [at ? '.' : '', make('span', 'piece piece-' + at, value)]);
  const names = parts.flatMap(([name], at) => [at ? ' . ' : '', make('span', 'piece piece-' + at, name)]);
  return make('div', 'rung', make('h3', '', label), make('dl', 'bytes',
    make('dt', '', 'right'), make('dd', '', make('span', '', ...message.length ? message : [expected]), ...names.length ? [make('div', 'hex', ...names)] : []),
    ...(sent
      ? [make('dt', '', 'sent'), make('dd', '', ...(same ? [make('b', 'same', 'the same')] : differing(sent)))]
      : [make('dt', '', 'yours'), make('dd', '', ...(label === 'Signature' ? ['no signature was sent'] : compare(label, expected, parts)))])));
};

const ladder = (steps, open) => {
  if (!steps) return [];
  const box = make('details', 'inner', make('summary', '', 'The right values, step by step'),
    make('p', '', steps.length > 1
      ? 'Print the body hash and the message in your program, and paste them here. The first one that differs shows the mistake.'
      : 'The message is the body, exactly as it came. Sign these bytes and no others.'),
    ...steps.map(rung));
  box.open = open;
  return [box];
};

const actions = (opened, { number, kind }) => {
  const row = make('div', 'actions'), notes = make('div', '');
  const note = (...words) => { const line = make('p', 'facts', ...words); notes.append(line); return line; };
  if (opened.replay) {
    const told = note(opened.replay);
    row.append(button('Replay', async () => {
      const { says } = await fetch(address('replay', number), { method: 'POST', headers: { 'content-type': 'application/json' } })
        .then((answer) => answer.json()).catch(() => ({ says: 'pvg listen did not answer.' }));
      told.textContent = says;
      say(says);
    }));
    note(opened.curl
      ? 'The curl command is for bash or zsh. It withholds nothing: pass it on with care.'
      : 'There is no curl command: the request holds a secret.');
  }
  if (opened.curl) row.prepend(copy('Copy as curl', opened.curl));
  if (opened.file) {
    const link = make('a', '', 'Download as a file');
    link.href = address('file', number);
    link.download = opened.file;
    row.append(link);
  }
  if (opened.saved && kind !== 'not-judged') note('Saved as ', make('code', '', opened.saved));
  if (opened.longer && kind === 'cause-unknown') note('Search longer: ', make('code', '', opened.longer));
  return make('div', 'do', row, notes);
};

const signs = [[' ', '·', 'space'], ['\t', '→', 'tab'], ['\n', '↵', 'line end']];
const legend = (pieces) => {
  const text = pieces.filter((_, at) => at % 2 === 0).join('');
  const found = signs.filter(([character]) => text.includes(character)).map(([, sign, words]) => sign + ' is a ' + words + '. ');
  return found.join('') + (pieces.length > 1 ? 'The coloured pieces are characters that cannot be seen. ' : '');
};
const request = ({ start, headers, body }) => part('The request as it came',
  make('pre', 'request', make('div', 'start', start), ...headers.map(([name, value]) =>
    make('div', '', make('span', 'name', ...bytes(name)), ': ', ...bytes(value))),
    ...(body ? [make('div', 'body', ...bytes(body.pieces))] : [])),
  make('p', 'facts', body ? legend(body.pieces) + body.says : 'The body was not read.'));

const open = async (entry, into) => {
  try {
    const answer = await fetch(address('request.json', entry.number), { cache: 'no-store' });
    const opened = await answer.json();
    if (!answer.ok) throw new Error(opened.says);
    into.replaceChildren(actions(opened, entry), ...ladder(opened.ladder, entry.kind === 'cause-unknown'), ...request(opened));
  } catch (error) {
    into.replaceChildren(make('p', 'facts', ...prose(error.message)));
  }
};
`;
