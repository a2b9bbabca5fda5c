import { findUnexplained, type Model, type Request } from './linearize.ts'

/** A request about one API key, from the response to its creation on. */
export type KeyOp = { kind: 'revoke' } | { kind: 'use'; accepted: boolean }

const model: Model<boolean, KeyOp> = {
  initial: true,
  step(works, op) {
    if (op.kind === 'revoke') return false
    return op.accepted === works ? works : null
  },
  keyOf: String,
}

/** Checks that each key works until it is revoked, and never again. */
export function checkKeys(keys: Record<string, Request<KeyOp>[]>): string[] {
  return Object.entries(keys).flatMap(([key, requests]) => {
    const unexplained = findUnexplained(model, requests)
    return unexplained ? [`key ${key}: its revocation does not explain ${JSON.stringify(unexplained)}`] : []
  })
}
