/** How much a test tries: little with `npm test`, much with `npm run fuzz`. */
const isLong = process.env['PVG_EFFORT'] === 'long';
export const effort = (short: number, long: number): number => (isLong ? long : short);
