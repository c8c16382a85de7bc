/** Many people read a ticket, so no e-mail address belongs there; a service or a person may repeat one. */
export const withoutAddresses = (text: string): string =>
  text.replace(/[^\s@<>"'(),:;]{1,64}@[^\s@<>"'(),:;]{1,253}\.[a-z]{2,24}/gi, '[e-mail address]');
