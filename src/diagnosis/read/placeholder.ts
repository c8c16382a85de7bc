/** Texts that recorders, proxies and logs write in place of a body that they leave out. */
const placeholders: readonly RegExp[] = [
  // `text was too long`, `Body truncated`, `(binary 153-byte body omitted)`
  /^(?:(?:request|response|post|binary|the|\d+[- ]bytes?)[- ]?){0,3}(?:body|text|content|payload|data)(?: (?:is|was|has been))? (?:too (?:long|large|big)|truncated|omitted|removed|redacted|hidden|filtered|not (?:shown|captured|recorded|available|logged))(?: [\w ,:-]{0,40})?$/i,
  /^(?:truncated|omitted|redacted|filtered|masked|hidden|too (?:long|large)|binary(?: (?:data|body|content))?)$/i,
  // `<153 bytes>`, `153-byte body`
  /^\d{1,12}[- ]?bytes?(?: (?:of )?(?:body|data|content))?(?: omitted)?$/i,
];

const longestPlaceholder = 100;

/** Whether the whole text is such a placeholder. JSON and form data never are. */
export function isBodyPlaceholder(text: string): boolean {
  // A quote rules it out quickly: no placeholder has one, and nearly every body has.
  if (text.length > longestPlaceholder || text.includes('"')) return false;
  const trimmed = text.trim();
  const words = /^(?:\[(.*)\]|<(.*)>|\((.*)\)|\{(.*)\}|(.*))$/.exec(trimmed)?.slice(1);
  const inner = words?.find((each) => each !== undefined) ?? '';
  return placeholders.some((pattern) => pattern.test(inner.trim()));
}
