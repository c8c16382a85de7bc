/** How a `console` block is coloured: the prompt and an exit status step back, commands stand out, output is plain. */
export const consoleLanguage = {
  name: 'console',
  scopeName: 'text.console',
  patterns: [
    {
      match: String.raw`^(\$) (.*)$`,
      captures: { 1: { name: 'comment' }, 2: { name: 'entity.name.function' } },
    },
    { match: String.raw`^(\[\d+\]|…)$`, name: 'comment' },
  ],
};
