/**
 * Whether a text in another field is probably a purchase token in the wrong place. It is a guess, because tokens are opaque
 * (§2.1), but names of products and packages are shorter.
 */
export function looksLikeToken(text: string): boolean {
  return text.length > 100 || /^[a-z]{16,}\.AO-/i.test(text);
}

/**
 * Whether a text is a whole token of the usual form. The form is only known from examples, and a token is opaque (§2.1): a text
 * of another form may be a token, too, so it is never refused for its form.
 */
export function hasTokenForm(text: string): boolean {
  return /^[a-z]{16,64}\.AO-[\w-]{38,}$/.test(text);
}

/** Whether a text is a receipt of the emulated service, such as `demo-purchased`. */
export function isDemoReceipt(text: string): boolean {
  return /^demo-[a-z]+(?:-[a-z]+)*$/.test(text);
}

/** Whether a text is certainly a whole receipt, so that what stands behind it is not its rest. */
export function hasWholeForm(text: string): boolean {
  return hasTokenForm(text) || isDemoReceipt(text);
}
