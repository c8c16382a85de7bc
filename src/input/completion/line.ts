/** The words of a command line as a POSIX shell reads them, the last one unfinished; nothing in it is run. */
export function splitLine(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '\\' && quote !== "'") {
      at += 1;
      word = (word ?? '') + line.charAt(at);
    } else if (character === quote) quote = '';
    else if (quote === '' && /['"]/.test(character)) {
      quote = character;
      word ??= '';
    } else if (quote === '' && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  return [...words, word ?? ''];
}

/** Without what stands before the arguments: assignments (`PVG_PROFILE=x`) and the program's name. */
export function argumentsOf(line: string): { readonly before: string[]; readonly current: string } {
  const words = splitLine(line);
  const current = words.pop() ?? '';
  const program = words.findIndex((word) => !/^\w+=/.test(word));
  return { before: words.slice(program + 1), current };
}
