import { findRoleOfLabel } from './store-names.js';

/** A purchase in XML: `<purchaseToken>…</purchaseToken>`, or `<string name="purchaseToken">…</string>` of an app’s settings. */

const element =
  /<([A-Za-z_][\w-]{0,40})(?:[ \t]+name="([\w-]{1,40})")?>[ \t]*([^<>&\s"]{1,4096})[ \t]*<\/([\w-]{1,41})>/g;

/** A layer: each value of a purchase in its own line, `productId: "gems_100"`; no reading for a text without one. */
export function fromXml(text: string): string[] {
  let count = 0;
  const lines = text.replace(element, (written: string, ...groups: readonly string[]) => {
    const [opening = '', name = opening, value = '', closing = ''] = groups;
    if (opening !== closing || findRoleOfLabel(name) === undefined) return written;
    count += 1;
    return `\n${name}: "${value}"\n`;
  });
  return count === 0 ? [] : [lines];
}
