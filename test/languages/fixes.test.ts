import { describe, expect, it } from 'vitest';
import { interfaces } from '../../src/contract/interfaces.js';
import { fixes, fixOf, partsOf, printsOf, type FixKind } from '../../src/languages/fixes.js';
import { languageNames } from '../../src/languages/languages.js';
import { regionNames, signerOf } from '../../src/languages/signer.js';
import { sourceOf } from '../support/sources.js';

const kinds = Object.keys(fixes) as readonly FixKind[];
const pairs = kinds.flatMap((one, at) => kinds.slice(at).map((other) => [...new Set([one, other])]));

/** `npm run test:languages` compiles and runs each of these; here is their form. */
describe.each(languageNames)('a fix of one or two causes in %s', (name) => {
  const source = sourceOf(name);
  const hints = [...new Set(Object.values(source.traps))];

  it.each(interfaces)(
    'has each region once, without a gap, in order, with its comments once: %s',
    (scheme) => {
      const signer = signerOf(source, scheme);
      for (const pair of pairs) {
        const traps = pair.map((kind, at) => ({ kind, hint: hints[at % hints.length] }));
        const code = fixOf(signer, source.comment, traps);
        const shown = [...partsOf(signer, source.comment, traps).keys()];
        const places = shown.map((region) => code.indexOf(signer.regions.get(region) ?? 'none'));
        expect(places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1))).toBe(true);
        for (const region of shown)
          expect(code.split(signer.regions.get(region) ?? 'none'), pair.join()).toHaveLength(2);
        const order = regionNames.filter((region) => signer.regions.has(region));
        const [first = 'secret', last = 'secret'] = [shown[0], shown.at(-1)];
        const span = order.slice(order.indexOf(first), order.indexOf(last) + 1);
        expect(shown).toEqual(span.filter((region) => region !== 'body' || shown.includes(region)));
        for (const { kind, hint } of traps) {
          expect(code.split(`${source.comment} ${fixes[kind].says}\n`)).toHaveLength(2);
          if (hint !== undefined) expect(code).toContain(`${source.comment} ${hint}\n`);
        }
        const comments = [...partsOf(signer, source.comment, traps).values()].flatMap((each) => [...each]);
        expect(new Set(comments).size).toBe(comments.length);
      }
    },
  );

  it('can print what a sender signs', () => {
    for (const scheme of interfaces) {
      const code = printsOf(source.prints[scheme], source.comment);
      expect(code.startsWith(`${source.comment} Print these`)).toBe(true);
      expect(code.includes('body hash')).toBe(scheme === 'gateway');
    }
  });
});
