/** Whether a URL's host name means this computer: https is asked for everywhere else, and no proxy is asked here. */
export const isLoopback = (hostname: string): boolean =>
  /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)\.?$/.test(hostname);
