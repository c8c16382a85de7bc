/** The quotation marks of all languages, for the inside of a class of characters in a pattern. */

/** „…“, ”…”, «…», »…« and “…”: a word processor writes one for each `"`. */
export const doubleTypographicQuotes = '\u201C\u201D\u201E\u201F\u00AB\u00BB';
/** ‘…’ and ‚…’: also what is written for an apostrophe. */
const singleTypographicQuotes = '\u2018\u2019\u201A\u201B';
/** 「…」 and 『…』. */
const cornerQuotes = '\u300C\u300D\u300E\u300F';

export const quotationMarks = `"'\`${doubleTypographicQuotes}${singleTypographicQuotes}${cornerQuotes}`;
