/** The nouns for options, for pages on which nobody types options. */
export const optionNouns: ReadonlyMap<string, string> = new Map([
  ['--receipt', 'the receipt'],
  ['--product-id', 'the product'],
  ['--package', 'the package'],
]);
