/** The date `YYYY-MM-DD` at a moment in a time zone. */
export const dateAt = (moment: Date, timeZone: string): string =>
  // Sweden writes dates as ISO 8601 does.
  moment.toLocaleDateString('sv-SE', { timeZone })
