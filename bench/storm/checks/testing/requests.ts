import type { Request } from '../linearize.ts'

/** Returns a request with a response. */
export const request = <Op>(invoked: number, returned: number, op: Op): Request<Op> => ({
  invoked,
  returned,
  op,
  certain: true,
})

/** Returns a request whose response was lost. */
export const lost = <Op>(invoked: number, op: Op): Request<Op> => ({
  invoked,
  returned: Number.POSITIVE_INFINITY,
  op,
  certain: false,
})
