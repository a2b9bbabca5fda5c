/** Returns the date `YYYY-MM-DD` at a moment in a time zone. */
export const dateAt = (moment: Date, timeZone: string): string =>
  // Swedish dates are written as in ISO 8601.
  moment.toLocaleDateString('sv-SE', { timeZone })
