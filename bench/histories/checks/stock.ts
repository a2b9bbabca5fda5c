import { findUnexplained, type Model, type Request } from './linearize.ts'

/** A request about the stock of one item. `after` is the stock in the response; null if the response does not show it. */
export type StockOp =
  | { kind: 'change'; by: number; after: number | 'insufficient' | null }
  | { kind: 'count'; to: number; expected: number | null; after: number | 'moved' | null }
  | { kind: 'read'; level: number }

const model: Model<number, StockOp> = {
  initial: 0,
  step(onHand, op) {
    if (op.kind === 'read') return op.level === onHand ? onHand : null
    const refusal = op.kind === 'change' ? 'insufficient' : 'moved'
    const next = op.kind === 'change' ? onHand + op.by : op.to
    const isRefused = op.kind === 'change' ? next < 0 : op.expected !== null && op.expected !== onHand
    if (op.after === refusal) return isRefused ? onHand : null
    if (isRefused) return null
    return op.after === null || op.after === next ? next : null
  },
  keyOf: String,
}

/** Checks that the stock of each item is linearizable. */
export function checkStock(items: Record<string, Request<StockOp>[]>): string[] {
  return Object.entries(items).flatMap(([item, requests]) => {
    const unexplained = findUnexplained(model, requests)
    return unexplained ? [`${item}: no order of requests explains ${JSON.stringify(unexplained)}`] : []
  })
}
