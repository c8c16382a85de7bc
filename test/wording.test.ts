import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/**
 * What travels between rooms is an id and fields; words are made last. So no code finds, cuts or compares sentences:
 * whoever changes one changes no behaviour.
 */

interface Allowed {
  readonly file: string;
  readonly texts: readonly string[];
  readonly because: string;
}

/** Texts that have to be read, and why. */
const allowed: readonly Allowed[] = [
  {
    file: 'diagnosis/lint/body-form.ts',
    texts: [
      String.raw`/^(?:\[object \w+\]|System\.(?:S?Byte|Object|Char)\[\]|\[[BC]@[0-9a-f]{1,8}|<\w[\w.]* object at 0x[0-9a-f]+>)$/`,
    ],
    because: 'JavaScript and Python print an object in these words',
  },
  {
    file: 'diagnosis/lint/signature-text.ts',
    texts: ['/^\\[object Promise\\]$/'],
    because: 'JavaScript prints a promise in these words',
  },
  {
    file: 'input/usage.ts',
    texts: ["/missing required argument '([^']*)'/", 'error.message'],
    because: 'commander tells the name in its message alone',
  },
  {
    file: 'output/query.ts',
    texts: [
      '/^Invalid type: ([a-z_]+)\\(\\) .* type \\(([\\w |<>]+)\\) but received type (\\w+) /',
      'message',
    ],
    because: 'the JMESPath library tells the types in its message alone',
  },
  {
    file: 'transport/failures.ts',
    texts: [
      '/^bad (?:response|upgrade)$/',
      'Invalid EOF state',
      '/^Proxy response \\((\\d+)\\)/',
      'message',
    ],
    because: 'undici tells the kind in its message alone',
  },
  {
    file: 'system/keyring-entry.ts',
    texts: [
      '/^(?:Cannot find|No such built-in module)/',
      '/unlock prompt|is locked/i',
      '/DBus error/',
      'message',
    ],
    because: '@napi-rs/keyring tells the kind in its message alone',
  },
  {
    file: 'diagnosis/read/text.ts',
    texts: [
      '/^(?:\\*(?:\\s|$)|[{}] \\[\\d+ bytes data\\]|\\s*(?:%\\sTotal|Dload|\\d.*:--:--\\s))/',
      '/\\* (?:Connection #\\d+ to host \\S+ left intact|Closing connection(?: \\S+)?)\\r?$/',
    ],
    because: 'what curl prints',
  },
  {
    file: 'support/explain/pasted.ts',
    texts: ['/^(?:\\*[ \\t]|[{}] \\[\\d+ bytes data\\]).*\\n?/gm'],
    because: 'what curl prints',
  },
  {
    file: 'diagnosis/read/placeholder.ts',
    texts: [
      '/^(?:(?:request|response|post|binary|the|\\d+[- ]bytes?)[- ]?){0,3}(?:body|text|content|payload|data)(?: (?:is|was|has been))? (?:too (?:long|large|big)|truncated|omitted|removed|redacted|hidden|filtered|not (?:shown|captured|recorded|available|logged))(?: [\\w ,:-]{0,40})?$/i',
      '/^(?:truncated|omitted|redacted|filtered|masked|hidden|too (?:long|large)|binary(?: (?:data|body|content))?)$/i',
      '/^\\d{1,12}[- ]?bytes?(?: (?:of )?(?:body|data|content))?(?: omitted)?$/i',
    ],
    because: 'what exporters write in place of a body',
  },
  {
    file: 'input/pasted/about-verification.ts',
    texts: [
      '/mua|thanh toán|\\bbeli|satın|ödeme|купи|оплат|покуп/iu',
      '/\\b(?:identity|age|id|real[- ]?name) (?:verification|check)\\b|\\bverif(?:y|ied) my (?:identity|age|id)\\b/i',
      '/\\b(?:finished|did|done|completed|passed) (?:(?:the|my|your) )?verification\\b(?! (?:of|for|on)\\b)/i',
      '/xác (?:minh|thực) (?:danh tính|(?:độ )?tuổi)|(?:hoàn thành|hoàn tất) xác (?:minh|thực)(?! (?:giao|thanh|đơn|mua))/iu',
      '/verifikasi (?:identitas|usia|umur)|(?:menyelesaikan|selesai) verifikasi(?! (?:pem|trans|pes))/i',
      '/verificación de (?:mi )?(?:la )?(?:identidad|edad)|(?:complet|termin)é la verificación(?! del? )|hice la verificación(?! del? )/iu',
      '/verificação d[ea] (?:minha )?(?:identidade|idade)|(?:fiz|completei|concluí|terminei) a verificação(?! d[aeo] )/iu',
      "/vérification (?:d['’]|de l['’]|de mon )(?:identité|âge)|(?:terminé|fait|complété|effectué) la vérification(?! d)/iu",
      '/identitätsprüfung|alters(?:prüfung|verifi)|(?:die|meine) (?:verifizierung|verifikation) (?:schon |bereits )?(?:abgeschlossen|gemacht|erledigt)/iu',
      '/(?:kimlik|yaş) doğrulama|doğrulamayı (?:tamamladım|yaptım|bitirdim)/iu',
    ],
    because: 'what players write',
  },
  {
    file: 'support/replies/traditional-chinese.ts',
    texts: ['chinese (traditional)', 'traditional chinese'],
    because: 'the names of a language, as people type them',
  },
  {
    file: 'mcp/tool-words.ts',
    texts: [
      '/(?:^|[\\s`(])--[a-z]|`pvg |\\bcommand below\\b|\\bor - for\\b/',
      '/^Next: pvg |\\bcommand below\\b/',
    ],
    because: 'options and commands, which a model cannot type',
  },
  { file: 'input/pasted/store-names.ts', texts: ['label'], because: 'labels of what is pasted' },
  {
    file: 'diagnosis/explain/sender-values.ts',
    texts: ['message'],
    because: 'the bytes that are signed',
  },
  { file: 'signing/steps.ts', texts: ['message'], because: 'the bytes that are signed' },
];

/** Two words with a blank between them, or the end of a sentence; in a pattern the blank may stand in a class. */
const isPhrase = (text: string): boolean =>
  /[a-z]{2}[^\w\s]* +[^\w\s]*[A-Za-z]{2}|[a-z]{2}\[[^\]a-z]* [^\]a-z]*\][?*+]?[a-z]{2}|[.?!]\)? +(?:[A-Z/]|$)/.test(
    text,
  );

/** Of a pattern what stands for itself. */
const plainOf = (pattern: string): string =>
  pattern
    .replace(/\\[pP]\{\w+\}/g, '')
    .replace(/\\(.)/g, (_, character: string) => (/\w/.test(character) ? '' : character));

const searches = new Set([
  ...'includes startsWith endsWith indexOf lastIndexOf search match matchAll'.split(' '),
  ...'replace replaceAll split test exec has get'.split(' '),
]);
const comparisons = new Set([
  ...[ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken],
  ...[ts.SyntaxKind.EqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsToken],
]);
/** Members that hold words for people, under any of the names they are taken out by. */
const wordMembers = new Set(['says', 'hint', 'headline', 'label', 'title', 'means', 'message']);

const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.RegularExpressionLiteral =>
  ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node);

const isNothing = (node: ts.Expression): boolean => ['undefined', 'null'].includes(node.getText());

/** Every place of a source where words are searched or compared. */
function wordsSearchedIn(file: string, source: string): string[] {
  const root = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, collect);
  };
  collect(root);

  const found: string[] = [];
  /** The texts that an operand stands for: itself, a list or set of them, or a constant of this file. */
  const textsOf = (node: ts.Expression, depth = 0): string[] => {
    if (isText(node)) return [node.text];
    if (depth > 3) return [];
    if (ts.isArrayLiteralExpression(node))
      return node.elements.flatMap((each) => textsOf(each, depth + 1));
    if (ts.isNewExpression(node))
      return (node.arguments ?? []).flatMap((each) => textsOf(each, depth + 1));
    if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node))
      return textsOf(node.expression, depth + 1);
    if (ts.isTemplateExpression(node))
      return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    if (!ts.isIdentifier(node)) return [];
    const known = constants.get(node.text);
    return known === undefined ? [] : textsOf(known, depth + 1);
  };
  const nameOf = (node: ts.Expression): string =>
    ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : '';
  const phrases = (...nodes: readonly ts.Expression[]): void => {
    found.push(...nodes.flatMap((node) => textsOf(node)).filter((text) => isPhrase(plainOf(text))));
  };
  const visit = (node: ts.Node): void => {
    if (
      ts.isBinaryExpression(node) &&
      comparisons.has(node.operatorToken.kind) &&
      !isNothing(node.right)
    ) {
      phrases(node.left, node.right);
      for (const [one, other] of [
        [node.left, node.right],
        [node.right, node.left],
      ] as const)
        if (wordMembers.has(nameOf(one)) && textsOf(other).some((text) => text !== ''))
          found.push(one.getText());
    }
    if (ts.isCaseClause(node)) phrases(node.expression);
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name) && isPhrase(node.name.text))
      found.push(node.name.text);
    if (ts.isElementAccessExpression(node)) phrases(node.argumentExpression);
    if (ts.isRegularExpressionLiteral(node) && isPhrase(plainOf(node.text))) found.push(node.text);
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      searches.has(node.expression.name.text)
    ) {
      const { expression: receiver } = node.expression;
      // A list of names written as one text is nobody's sentence.
      const isList = node.expression.name.text === 'split' && isText(receiver);
      phrases(...(isList ? [] : [receiver]), ...node.arguments.slice(0, 1));
      if (wordMembers.has(nameOf(receiver))) found.push(receiver.getText());
      if (['test', 'exec', 'has'].includes(node.expression.name.text))
        for (const argument of node.arguments)
          if (wordMembers.has(nameOf(argument))) found.push(argument.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return [...new Set(found)];
}

describe('no code finds, cuts or compares words for people', () => {
  it.each([
    ["x === 'No verify was sent.'", 'No verify was sent.'],
    ['x !== `two words`', 'two words'],
    ["switch (x) { case 'two words': }", 'two words'],
    ["x.startsWith('environment variable')", 'environment variable'],
    ["x.split('. ')", '. '],
    ["x.replace(/^Who acts next: /, '')", '/^Who acts next: /'],
    ['/no[- ]signature/.test(x)', '/no[- ]signature/'],
    ["const word = 'two words'; x.includes(word)", 'two words'],
    ["const set = new Set(['Order id']); set.has(x)", 'Order id'],
    ["const table = { 'Order id': 1 };", 'Order id'],
    ["table['Order id']", 'Order id'],
    ["facts.find(({ label }) => label === 'State')", 'label'],
    ['error.message.includes(path)', 'error.message'],
    ['/EACCES/.test(error.message)', 'error.message'],
    ['const { says } = verdict; says.split(separator)', 'says'],
  ])('a source such as %s is found', (source, text) => {
    expect(wordsSearchedIn('x.ts', source)).toContain(text);
  });

  it.each([
    "say('No verify was sent.')",
    "x === 'kebab-id'",
    "error.hint === ''",
    'one.says + other.says',
  ])('a source such as %s is not', (source) => {
    expect(wordsSearchedIn('x.ts', source)).toEqual([]);
  });

  const folder = join(import.meta.dirname, '..', 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'));

  it.each(files)('src/%s', (file) => {
    const known = allowed.filter((each) => each.file === file).flatMap(({ texts }) => texts);
    const found = wordsSearchedIn(file, readFileSync(join(folder, file), 'utf8'));
    expect(found.filter((text) => !known.includes(text))).toEqual([]);
    // What is allowed and no longer there would let it come back unseen.
    expect(known.filter((text) => !found.includes(text))).toEqual([]);
  });

  it('allows nothing in a file that is gone', () => {
    expect(allowed.map(({ file }) => file).filter((file) => !files.includes(file))).toEqual([]);
  });
});
