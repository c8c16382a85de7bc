/** A part of a text, its end not included. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Adds a place that ends behind all others. Places that touch or overlap become one. */
export function addPlace(places: Place[], { start, end }: Place): void {
  let joinedStart = start;
  let last = places.at(-1);
  while (last !== undefined && last.end >= start) {
    joinedStart = Math.min(joinedStart, last.start);
    places.pop();
    last = places.at(-1);
  }
  places.push({ start: joinedStart, end });
}

/** The places in order. Those that touch or overlap become one. */
export function joinedPlaces(places: readonly Place[]): Place[] {
  const joined: Place[] = [];
  for (const place of [...places].sort((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    addPlace(joined, { start: place.start, end: Math.max(place.end, last?.end ?? 0) });
  }
  return joined;
}
