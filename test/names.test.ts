import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** One exported name is one thing: who searches for it finds one place. */

const source = join(import.meta.dirname, '..', 'src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'))
  .sort();

/** Each command has one; the list of commands knows it by this name. */
const sameInEachCommand = 'register';

function exportedNames(path: string): string[] {
  const text = readFileSync(join(source, path), 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    const isExported = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return isExported ? namesOf(statement) : [];
  });
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    const names = statement.declarationList.declarations.map(({ name }) => name);
    return names.filter(ts.isIdentifier).map(({ text }) => text);
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

const placesOfNames = new Map<string, Set<string>>();
for (const path of files) {
  for (const name of exportedNames(path)) {
    placesOfNames.set(name, (placesOfNames.get(name) ?? new Set()).add(path));
  }
}

describe('the names of src', () => {
  it('are exported by one file each', () => {
    const inSeveral = [...placesOfNames]
      .filter(([name, places]) => places.size > 1 && name !== sameInEachCommand)
      .map(([name, places]) => `${name}: ${[...places].join(', ')}`);
    expect(placesOfNames.size).toBeGreaterThan(1_000);
    expect(inSeveral).toEqual([]);
  });

  it.each(files)('no comment of %s begins in the middle of a sentence', (path) => {
    const text = readFileSync(join(source, path), 'utf8');
    const beginnings = /^\s*(?:\/\/|\/\*\*|\*) (?:Of|Or|To be|Also)\b.*/gm;
    const isFirstLine = (line: string) => !/^\s*\* /.test(line);
    expect((text.match(beginnings) ?? []).filter(isFirstLine)).toEqual([]);
  });
});
