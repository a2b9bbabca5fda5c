/** A response that no fault of the surroundings explains. */
export interface Unexpected {
  operation: string
  code: string
  /** Where it is from, for those who look into it. */
  requestId: string | null
}

/** Checks that nobody got an internal error, or a refusal that their request does not deserve. */
export const checkResponses = (unexpected: Unexpected[]): string[] =>
  unexpected.map(({ operation, code, requestId }) => `${operation}: ${code} (request ${requestId})`)
