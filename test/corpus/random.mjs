/** A deterministic stream of numbers (mulberry32): the same seed gives the same corpus on every machine. */
export function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n) => Math.floor(next() * n);
  const pick = (list) => list[below(list.length)];
  const text = (alphabet, length) =>
    Array.from({ length }, () => alphabet[below(alphabet.length)]).join('');
  const shuffle = (list) => {
    const out = [...list];
    for (let i = out.length - 1; i > 0; i -= 1) {
      const j = below(i + 1);
      [out[i], out[j]] = [out[j], out[i]];
    }
    return out;
  };
  const bytes = (length) => Buffer.from(Array.from({ length }, () => below(256)));
  return { next, below, pick, text, shuffle, bytes };
}
