// The anchor that a heading has on GitHub. The site gives its headings the same ones, so that links work in both places.

/** Of a heading's text without its markup: in lower case, words joined with hyphens, without punctuation. */
export const anchorOf = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
