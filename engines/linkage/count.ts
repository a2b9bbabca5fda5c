/** How many patients of this clinic have a value, and how many patients it has. */
export interface Count {
  count: number
  patients: number
}

/** The clinic's own numbers count as much as the general ones once it has this many patients. */
const general = 2000

/** Returns the share of people with a value besides one of them, by the clinic's own numbers and the general share. */
export const shareOf = ({ count, patients }: Count, usual: number): number =>
  (Math.max(0, count - 1) + general * usual) / (patients + general)
