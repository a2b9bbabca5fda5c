import { type After, answered, type Model } from './linearize.ts'

/** A request about the stock of one item, which most responses show. */
export type StockOp = { after: After<number | undefined> } & (
  | { kind: 'change'; by: number }
  | { kind: 'count'; to: number; expected: number | null }
  | { kind: 'read' }
)

export const stockModel: Model<number, StockOp> = {
  initial: 0,
  step(state, op) {
    const next = op.kind === 'read' ? state : op.kind === 'change' ? state + op.by : op.to
    const isMoved = op.kind === 'count' && op.expected !== null && op.expected !== state
    return answered(op.after, { state, next, shown: next, isRefused: isMoved || next < 0 })
  },
  keyOf: String,
}
