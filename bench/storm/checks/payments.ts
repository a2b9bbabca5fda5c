import { type After, answered, type Model } from './linearize.ts'

/** A request about one invoice, in cents. The response shows the amount due. */
export type PaymentOp = { after: After<number> } & (
  | { kind: 'issue'; total: number }
  | { kind: 'pay'; amount: number }
  | { kind: 'reverse'; payment: string; amount: number }
  | { kind: 'credit'; amount: number }
  | { kind: 'read' }
)

interface Invoice {
  due: number
  /** What is not credited yet. */
  left: number
  reversed: readonly string[]
}

/** Nobody pays more than is due, gets more back than was paid too much, credits more than was invoiced, or reverses twice. */
export const paymentModel: Model<Invoice | null, PaymentOp> = {
  initial: null,
  step(state, op) {
    if (op.kind === 'issue') return { due: op.total, left: op.total, reversed: [] }
    if (!state) return null
    const { due, left, reversed } = state
    let [next, isRefused] = [state, false]
    if (op.kind === 'pay') {
      next = { ...state, due: due - op.amount }
      isRefused = op.amount > 0 ? op.amount > due : op.amount < Math.min(due, 0)
    } else if (op.kind === 'credit') {
      next = { ...state, due: due - op.amount, left: left - op.amount }
      isRefused = op.amount > left
    } else if (op.kind === 'reverse') {
      next = { ...state, due: due + op.amount, reversed: [...reversed, op.payment].sort() }
      isRefused = reversed.includes(op.payment)
    }
    return answered(op.after, { state, next, shown: next.due, isRefused })
  },
  keyOf: (invoice) => JSON.stringify(invoice),
}
