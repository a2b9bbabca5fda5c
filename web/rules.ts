// Separate because zod is large, so it is loaded when a form first needs it.
import { z } from 'zod'
import { type Operation, operations } from '#contract'

export { amountInput, decimalInput, percentInput, quantityInput, unitPriceInput } from '#contract'

// The operations of pages have no rules of their own: see build/contract-in-parts.ts.
const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** Returns the contract's rule for the body of an operation. */
export const bodyOf = <O extends Operation>({ id }: O): O['body'] => byId.get(id)!.body

/** Returns what the contract refuses in a body. */
export const issuesIn = (operation: Operation, body: unknown) =>
  z.safeParse(bodyOf(operation), body).error?.issues ?? []
