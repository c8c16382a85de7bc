/** Sentences of pvg have code between backquotes. */
export function Prose({ text }: { readonly text: string }) {
  const parts = text.split('`');
  return (
    <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}
