import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..', 'src');

/** Programs, style sheets and signed bytes: nobody's sentences. */
const programs =
  /^(?:languages\/(?!fixes)|edge\/keyring|.*-style|.*\/style|listen\/page-script|signing\/vectors|input\/completion\/scripts|reconcile\/sql)/;

const isSentence = (text: string): boolean =>
  /[a-z]{2}[^\w\s]* +[^\w\s]*[A-Za-z]{2}|[.?!]\)? +(?:[A-Z/]|$)/.test(text) && !/^\s*[<:{@#]/.test(text);

/** The texts of one source, top to bottom; what is filled in is `…`. */
function sentencesIn(source: string): string[] {
  const found: string[] = [];
  const take = (text: string): void => {
    if (isSentence(text)) found.push(text.trim());
  };
  const visit = (node: ts.Node): void => {
    // A mistake of ours, which nobody reads; a list of names written as one text.
    if (ts.isNewExpression(node) && node.expression.getText() === 'TypeError') return;
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'split') return;
    if (ts.isCallExpression(node) && node.expression.getText() === 'words') return;
    if (ts.isTemplateExpression(node)) {
      take(node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join(''));
      node.templateSpans.forEach(({ expression }) => {
        visit(expression);
      });
    } else if (ts.isStringLiteralLike(node)) take(node.text);
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

interface Sentences {
  /** Below src/. */
  readonly file: string;
  readonly sentences: readonly string[];
}

/** Every text of the sources that has at least two words. */
export const inventory = (): Sentences[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !programs.test(file))
    .sort()
    .map((file) => ({ file, sentences: sentencesIn(readFileSync(join(root, file), 'utf8')) }))
    .filter(({ sentences }) => sentences.length > 0);
