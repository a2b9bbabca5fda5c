import { type After, answered, type Model } from './linearize.ts'

/** A request about patients who are only merged with one another. */
export type MergeOp =
  /** The response shows the id of the merge. */
  | { kind: 'merge'; source: string; target: string; after: After<string> }
  | { kind: 'undo'; merge: string; source: string; target: string; after: After<unknown> }
  /** Shows the record that survives all merges of a patient; null if it is not merged. */
  | { kind: 'readPatient'; patient: string; after: After<string | null> }
  /** Shows whose the invoice is that was created for a patient. */
  | { kind: 'readInvoice'; patient: string; after: After<string> }

/** By merged patient, the merge in force: its id, which is null if unknown, and the survivor. */
type Merged = Readonly<Record<string, { merge: string | null; target: string }>>

const rootOf = (merged: Merged, patient: string): string => {
  const into = merged[patient]
  return into ? rootOf(merged, into.target) : patient
}

export const mergeModel: Model<Merged, MergeOp> = {
  initial: {},
  step(state, op) {
    switch (op.kind) {
      case 'readPatient': {
        const shown = state[op.patient] ? rootOf(state, op.patient) : null
        return answered(op.after, { state, next: state, shown })
      }
      case 'readInvoice':
        return answered(op.after, { state, next: state, shown: rootOf(state, op.patient) })
      case 'merge': {
        const { source, target, after } = op
        const merge = after && 'shown' in after ? after.shown : null
        const isRefused = state[source] !== undefined || state[target] !== undefined
        return answered(after, { state, next: { ...state, [source]: { merge, target } }, isRefused })
      }
      case 'undo': {
        const { [op.source]: inForce, ...next } = state
        const isDone = inForce?.merge !== op.merge
        const isBlocked = state[op.target] !== undefined
        const refusal = op.after && 'refused' in op.after && op.after.refused
        if (refusal && isDone !== (refusal === 'merge_undone')) return null
        return answered(op.after, { state, next, isRefused: isDone || isBlocked })
      }
    }
  },
  keyOf: (merged) => JSON.stringify(Object.entries(merged).sort(([a], [b]) => (a < b ? -1 : 1))),
}
