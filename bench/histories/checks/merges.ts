import { findUnexplained, type Model, type Request } from './linearize.ts'

/** A request about patients who are only merged with one another. `merge` is the id; null if the response is unknown. */
export type MergeOp =
  | { kind: 'merge'; source: string; target: string; merge: string | 'merged' | null }
  | {
      kind: 'undo'
      merge: string
      source: string
      target: string
      after: 'undone' | 'already' | 'blocked' | null
    }
  /** A patient, and the record that survives all its merges; null if it is not merged. */
  | { kind: 'readPatient'; patient: string; mergedInto: string | null }
  /** Whose the invoice is that was created for a patient. */
  | { kind: 'readInvoice'; patient: string; owner: string }

/** By merged patient, the merge in force: its id, which is null if unknown, and the survivor. */
type Merged = Readonly<Record<string, { merge: string | null; target: string }>>

const rootOf = (merged: Merged, patient: string): string => {
  const into = merged[patient]
  return into ? rootOf(merged, into.target) : patient
}

const model: Model<Merged, MergeOp> = {
  initial: {},
  step(merged, op) {
    const holds = (whether: boolean) => (whether ? merged : null)
    switch (op.kind) {
      case 'readPatient':
        return holds((merged[op.patient] ? rootOf(merged, op.patient) : null) === op.mergedInto)
      case 'readInvoice':
        return holds(rootOf(merged, op.patient) === op.owner)
      case 'merge': {
        const { source, target, merge } = op
        const isPossible = !merged[source] && !merged[target]
        if (merge === 'merged') return holds(!isPossible)
        return isPossible ? { ...merged, [source]: { merge, target } } : null
      }
      case 'undo': {
        const { [op.source]: inForce, ...rest } = merged
        const isDone = inForce?.merge !== op.merge
        const isBlocked = merged[op.target] !== undefined
        if (op.after === 'already') return holds(isDone)
        if (op.after === 'blocked') return holds(!isDone && isBlocked)
        return isDone || isBlocked ? null : rest
      }
    }
  },
  keyOf: (merged) => JSON.stringify(Object.entries(merged).sort(([a], [b]) => (a < b ? -1 : 1))),
}

/** Checks that merges and undos in each group of patients are linearizable, and that invoices move along. */
export function checkMerges(groups: Record<string, Request<MergeOp>[]>): string[] {
  return Object.entries(groups).flatMap(([group, requests]) => {
    const unexplained = findUnexplained(model, requests)
    return unexplained ? [`group ${group}: no order of requests explains ${JSON.stringify(unexplained)}`] : []
  })
}
