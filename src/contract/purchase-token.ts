/**
 * Whether a text in another field is probably a purchase token in the wrong place. What tokens look like is a guess
 * (§2.1: opaque), but names of products and packages are shorter.
 */
export const looksLikeToken = (text: string): boolean => text.length > 100 || /^[a-z]{16,}\.AO-/i.test(text);

/** A renewal has the receipt and the order number of its subscription: `GPA.1..0`, `GPA.1..1`. */
export const orderNumber = (orderId: string): string | undefined => orderId.split('..', 1)[0];
