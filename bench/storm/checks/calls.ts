import type { Call } from './observed.ts'

/** Checks that all responses under one `Idempotency-Key` are byte-identical, and that it is for one request only. */
export function checkReplays(calls: Call[]): string[] {
  const done = calls.filter(({ outcome, idempotencyKey }) => outcome === 'done' && idempotencyKey)
  return [...Map.groupBy(done, ({ idempotencyKey }) => idempotencyKey).values()].flatMap((own) => {
    const { operation } = own[0]!
    const bodies = new Set(own.map(({ body }) => body))
    const inputs = new Set(own.map(({ input }) => input))
    return [
      ...(bodies.size > 1 ? [`${operation} returned ${[...bodies].join(' and then ')}`] : []),
      ...(inputs.size > 1 ? [`${operation} accepted one key for ${[...inputs].join(' and ')}`] : []),
    ]
  })
}

/** Checks that nobody got an internal error, or a refusal that the request does not deserve. */
export const checkResponses = (calls: Call[]): string[] =>
  calls
    .filter(({ isDeserved }) => !isDeserved)
    .map(
      ({ operation, outcome, requestId, input }) =>
        `${operation}: ${outcome} (request ${requestId}, ${input})`,
    )
