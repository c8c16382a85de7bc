/**
 * Whether a text in another field is rather a purchaseToken that was pasted into the wrong one. What tokens look like is
 * a guess (§2.1: opaque); names of products and packages are shorter than they.
 */
export const looksLikeToken = (text: string): boolean => text.length > 100 || /^[a-z]{16,}\.AO-/i.test(text);
