/** Stands where a value may have lost a part: no name and no receipt has this character. */
export const brokenMark = '\uE000';
