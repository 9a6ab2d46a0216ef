/** A place in a text: [start, end) in UTF-16 units. */
export type Span = readonly [start: number, end: number]
