/**
 * Whether a text in another field is probably a purchase token in the wrong place. What tokens look like is a guess
 * (§2.1: opaque), but names of products and packages are shorter.
 */
export const looksLikeToken = (text: string): boolean => text.length > 100 || /^[a-z]{16,}\.AO-/i.test(text);
