/**
 * Whether a text in another field is probably a purchase token in the wrong place. What tokens look like is a guess
 * (§2.1: opaque), but names of products and packages are shorter.
 */
export function looksLikeToken(text: string): boolean {
  return text.length > 100 || /^[a-z]{16,}\.AO-/i.test(text);
}

/**
 * Whether a text is a whole token of the usual form. Only known tokens show that form, and the contract calls a token opaque
 * (§2.1): a text of another form may be one as well, so it must never be refused for that.
 */
export function hasTokenForm(text: string): boolean {
  return /^[a-z]{16,64}\.AO-[\w-]{38,}$/.test(text);
}

/** A receipt of the emulated service: nothing else begins so, and its words show where it ends. */
export function isDemoReceipt(text: string): boolean {
  return /^demo-[a-z]+(?:-[a-z]+)*$/.test(text);
}

/** Whether nothing behind the text can be its rest. */
export function hasWholeForm(text: string): boolean {
  return hasTokenForm(text) || isDemoReceipt(text);
}
