/** Sections of the contract for people, once a page: `pvg help service` says what is in them. */

/** `§3.1` as 301. */
const placeOf = (section: string): number => {
  const [major = 0, minor = 0] = section.replace('§', '').split('.').map(Number);
  return major * 100 + minor;
};

/** Each once, in the contract's order. */
export const inOrder = (sections: readonly string[]): string[] =>
  // Not localeCompare with numbers: loading it takes a tenth of a start.
  [...new Set(sections)].sort((one, other) => placeOf(one) - placeOf(other));

const seeService = '(see `pvg help service`)';

/** `Sections: §3.1, §7.1 (see …)` as a fact; empty without any. */
export const sectionFacts = (sections: readonly string[]): { label: string; value: string }[] =>
  sections.length === 0
    ? []
    : [
        {
          label: sections.length === 1 ? 'Section' : 'Sections',
          value: `${inOrder(sections).join(', ')} ${seeService}`,
        },
      ];

/** The last paragraph of a report; empty without any. */
export const sectionWords = ({ sections }: { readonly sections: readonly string[] }): string => {
  if (sections.length === 0) return '';
  const which = sections.length === 1 ? 'Section' : 'Sections';
  return `${which} of the service’s contract: ${sections.join(', ')} ${seeService}.`;
};
