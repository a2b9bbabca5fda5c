/** A complete response to a request with an `Idempotency-Key`. */
export interface Replay {
  operation: string
  key: string
  body: string
}

/** Checks that all responses under one key are byte-identical. */
export function checkReplays(replays: Replay[]): string[] {
  return [...Map.groupBy(replays, ({ key }) => key).values()].flatMap((own) => {
    const bodies = [...new Set(own.map(({ body }) => body))]
    return bodies.length > 1 ? [`${own[0]!.operation} returned ${bodies.join(' and then ')}`] : []
  })
}
