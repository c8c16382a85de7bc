/** What an option is called where nobody types options. */
export const optionNouns: ReadonlyMap<string, string> = new Map([
  ['--receipt', 'the receipt'],
  ['--product-id', 'the product'],
  ['--package', 'the package'],
]);
