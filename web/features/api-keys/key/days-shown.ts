export interface DaysShown {
  days?: '90'
}

/** Reads from the address how many days the page shows: 90, or else 30. */
export const daysShown = ({ days }: Record<string, unknown>): DaysShown =>
  String(days) === '90' ? { days: '90' } : {}
