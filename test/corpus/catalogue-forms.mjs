/** Body forms of encoders that cannot be run here, written from the catalogue's formulas alone. */
function parse(text) {
  let at = 0;
  const space = () => {
    while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
  };
  const string = () => {
    const from = at;
    at += 1;
    while (text[at] !== '"') {
      if (at >= text.length) throw new SyntaxError('cut');
      at += text[at] === '\\' ? 2 : 1;
    }
    at += 1;
    return JSON.parse(text.slice(from, at));
  };
  const value = () => {
    space();
    const c = text[at];
    if (c === '{' || c === '[') {
      const close = c === '{' ? '}' : ']';
      const items = [];
      at += 1;
      space();
      if (text[at] === close) {
        at += 1;
        return { kind: c, items };
      }
      for (;;) {
        space();
        if (c === '{') {
          const k = string();
          space();
          at += 1;
          items.push([k, value()]);
        } else items.push(value());
        space();
        const end = text[at];
        at += 1;
        if (end === close) return { kind: c, items };
        if (end !== ',') throw new SyntaxError('comma');
      }
    }
    if (c === '"') return { kind: 's', text: string() };
    const word = /^[^,\]}\s]+/u.exec(text.slice(at))[0];
    at += word.length;
    return { kind: /^[-\d]/u.test(word) ? 'n' : 'w', text: word };
  };
  const out = value();
  space();
  if (at !== text.length || out.kind !== '{') throw new SyntaxError('not one object');
  return out;
}

const hex4 = (c, upper) => {
  const h = c.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${upper ? h.toUpperCase() : h}`;
};
const plainString = (s) => JSON.stringify(s);
const print = (v, o) => {
  const string = o.string ?? plainString;
  if (v.kind === '{') {
    const members = o.sort
      ? [...v.items].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      : v.items;
    return `{${members
      .filter(([, x]) => !o.drop?.(x))
      .map(([k, x]) => `${string(k)}:${print(x, o)}`)
      .join(',')}}`;
  }
  if (v.kind === '[') return `[${v.items.map((x) => print(x, o)).join(',')}]`;
  if (v.kind === 's') return string(v.text);
  if (v.kind === 'n') return (o.number ?? String)(v.text);
  return (o.word ?? String)(v.text);
};
// JSON.stringify leaves lone characters of the upper planes alone; System.Text.Json writes each UTF-16 unit.
const stj = (s) => {
  const short = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r', '\\': '\\\\' };
  return `"${Array.from({ length: s.length }, (_, i) => s[i])
    .map((c) => short[c] ?? (/[ !#-%(-*,-;=?-[\]-_a-~]/u.test(c) ? c : hex4(c, true)))
    .join('')}"`;
};
const g17 = (text) => {
  const n = Number(text);
  if (Number.isInteger(n) && Math.abs(n) < 1e17) return Object.is(n, -0) ? '-0' : String(n);
  const [m, e] = n.toExponential(16).split('e');
  const x = Number(e);
  if (x < -4 || x >= 17)
    return `${m.replace(/\.?0+$/u, '')}e${x < 0 ? '-' : '+'}${String(Math.abs(x)).padStart(2, '0')}`;
  const fixed = n.toPrecision(17);
  return fixed.includes('.') ? fixed.replace(/\.?0+$/u, '') : fixed;
};
const unrealString = (s) =>
  `"${s.replace(/[\\"\n\t\b\f\r]/gu, (c) => ({ '\\': '\\\\', '"': '\\"', '\n': '\\n', '\t': '\\t', '\b': '\\b', '\f': '\\f', '\r': '\\r' })[c])}"`;

/** TJsonWriter's pretty policy, token by token. */
function unreal(root, end) {
  let out = '';
  let depth = 0;
  let last = '';
  const line = () => {
    out += end + '\t'.repeat(depth);
  };
  const comma = () => {
    if (!['', '{', '['].includes(last)) out += ',';
  };
  const object = (v) => {
    out += '{';
    depth += 1;
    last = '{';
    for (const [k, x] of v.items) {
      comma();
      line();
      out += `${unrealString(k)}:`;
      if (x.kind === '{') {
        line();
        object(x);
      } else {
        out += ' ';
        if (x.kind === '[') array(x);
        else scalar(x);
      }
    }
    depth -= 1;
    line();
    out += '}';
    last = '}';
  };
  const array = (v) => {
    out += '[';
    depth += 1;
    last = '[';
    for (const x of v.items) {
      const before = last;
      comma();
      if (x.kind === '{') {
        line();
        object(x);
      } else if (x.kind === '[') {
        line();
        array(x);
      } else if (x.kind === 's') {
        line();
        scalar(x);
      } else {
        if (before === '[' || before === 'n') out += ' ';
        else line();
        scalar(x);
      }
    }
    depth -= 1;
    if (['}', ']', 's'].includes(last)) line();
    else if (last !== '[') out += ' ';
    out += ']';
    last = ']';
  };
  const scalar = (x) => {
    out += x.kind === 's' ? unrealString(x.text) : x.kind === 'n' ? g17(x.text) : x.text;
    last = x.kind === 's' ? 's' : 'n';
  };
  object(root);
  return out;
}

const intText = (text) => /^-?\d+$/u.test(text);
const godotNumber = (text) =>
  intText(text) && Math.abs(Number(text)) < 1e15 ? `${text}.0` : undefined;
const javaNumber = (text) => {
  if (!intText(text)) return undefined;
  const n = Number(text);
  if (Math.abs(n) < 1e7) return `${String(n)}.0`;
  const [m, e] = n.toExponential().split('e');
  return `${m.includes('.') ? m : `${m}.0`}E${String(Number(e))}`;
};
class Skip extends Error {}
const orSkip = (f) => (text) => {
  const r = f(text);
  if (r === undefined) throw new Skip();
  return r;
};
const wholeOnly = (f) => (text) => {
  if (!intText(text)) throw new Skip();
  return orSkip(f)(text);
};
const html = (s) => plainString(s).replace(/[<>&\u2028\u2029]/gu, (c) => hex4(c, false));

const emptied = (v, to, from) =>
  !'{['.includes(v.kind)
    ? v
    : v.items.length === 0 && v.kind === from
      ? { kind: to, items: [] }
      : {
          kind: v.kind,
          items: v.items.map((x) =>
            v.kind === '{' ? [x[0], emptied(x[1], to, from)] : emptied(x, to, from),
          ),
        };

const forms = {
  stj: (v) => print(v, { string: stj }),
  'unreal-lf': (v) => unreal(v, '\n'),
  'unreal-crlf': (v) => unreal(v, '\r\n'),
  godot: (v) => print(v, { sort: true, number: wholeOnly(godotNumber) }),
  'godot-order': (v) => print(v, { number: wholeOnly(godotNumber) }),
  'java-double': (v) => print(v, { number: wholeOnly(javaNumber) }),
  apple: (v) => print(v, { string: (s) => plainString(s).replaceAll('/', '\\/') }),
  'numbers-as-strings': (v) => print(v, { number: (t) => `"${t}"`, word: (t) => `"${t}"` }),
  'no-nulls-html': (v) =>
    print(v, { drop: (x) => x.text === 'null' && x.kind === 'w', string: html }),
  'sorted-html': (v) => print(v, { sort: true, string: html }),
  'empty-arrays': (v) => print(emptied(v, '[', '{'), {}),
  'empty-objects': (v) => print(emptied(v, '{', '['), {}),
  omitempty: (v) =>
    print(v, {
      drop: (x) =>
        (x.kind === 's' && x.text === '') ||
        (x.kind === 'w' && x.text !== 'true') ||
        (x.kind === 'n' && Number(x.text) === 0) ||
        ('{['.includes(x.kind) && x.items.length === 0),
    }),
};

/** The forms of one body: name and bytes. */
export function catalogueForms(text) {
  let root;
  try {
    root = parse(text);
  } catch {
    return [];
  }
  return Object.entries(forms).flatMap(([name, form]) => {
    try {
      return [{ form: `cat.${name}`, kind: 'body', bytes: Buffer.from(form(root)) }];
    } catch (error) {
      if (error instanceof Skip) return [];
      throw error;
    }
  });
}
