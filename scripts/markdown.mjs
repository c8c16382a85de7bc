// What the generated pages share: texts of the program as Markdown.

/** A text of a help: outside backticks, no sign of Markdown or HTML keeps its power, and options are code. */
export const prose = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part.replace(/[<>*[\]]/g, '\\$&').replace(/(?<![\w-])--[a-z][a-z-]*/g, '`$&`'),
    )
    .join('');

export const code = (text) => `\`${text}\``;

/** A table; a bar in a cell does not end the cell. */
export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

export const block = (language, text) => `\`\`\`${language}\n${text}\n\`\`\``;

/** Parts of a page, with an empty line between them. */
export const joined = (...parts) => parts.filter((part) => part !== '').join('\n\n');
