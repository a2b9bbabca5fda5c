let keys = 0

/** Returns a row with a key of its own, which stays the same as other rows are added and removed. */
export const keyed = <Row extends object>(row: Row): Row & { key: string } => ({
  ...row,
  key: `row${++keys}`,
})

/** Serializes values without the keys, which only identify rows on the page. */
export const serialized = (values: unknown): string =>
  JSON.stringify(values, (name, value) => (name === 'key' ? undefined : value))

/**
 * Compares props for `memo`, so that typing in one of two hundred rows renders only that row. Functions are not compared;
 * those of a row use the values current at the time of the call.
 */
export const sameValues = (before: object, after: object): boolean =>
  JSON.stringify(before) === JSON.stringify(after)
