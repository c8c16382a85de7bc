/** Sections of the contract for people, once a page: `pvg help service` says what is in them. */

/** A number by which sections are sorted: 301 for `§3.1`. */
const sectionNumber = (section: string): number => {
  const [major = 0, minor = 0] = section.replace('§', '').split('.').map(Number);
  return major * 100 + minor;
};

/** The fact `Sections`: `§3.1, §7.1 (see …)`, each once and in the contract's order. Empty without any section. */
export function sectionFacts(sections: readonly string[]): { label: string; value: string }[] {
  // Not sorted with localeCompare, because loading it takes a tenth of pvg's start.
  const sortedSections = [...new Set(sections)].sort(
    (one, other) => sectionNumber(one) - sectionNumber(other),
  );
  const label = sortedSections.length === 1 ? 'Section' : 'Sections';
  return sortedSections.length === 0
    ? []
    : [{ label, value: `${sortedSections.join(', ')} (see \`pvg help service\`)` }];
}

/** The sections as a sentence; empty without any. */
export function sectionWords(sections: readonly string[]): string {
  return sectionFacts(sections)
    .map(({ label, value }) => `${label} of the service’s contract: ${value}.`)
    .join('');
}
