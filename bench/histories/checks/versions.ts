import { findUnexplained, type Model, type Request } from './linearize.ts'

interface Versioned {
  version: number
  value: string
}

/** A request about one record with a `version`. `after` is null if the response is unknown. */
export type VersionOp =
  | ({ kind: 'write'; after: number | 'stale' | null } & Versioned)
  | ({ kind: 'read' } & Versioned)

/** The initial value is that of the record when it was created. */
const modelOf = (initial: Versioned): Model<Versioned, VersionOp> => ({
  initial,
  step(record, op) {
    const isCurrent = op.version === record.version
    if (op.kind === 'read') return isCurrent && op.value === record.value ? record : null
    if (op.after === 'stale') return isCurrent ? null : record
    const version = record.version + 1
    if (!isCurrent || (op.after !== null && op.after !== version)) return null
    return { version, value: op.value }
  },
  keyOf: ({ version, value }) => `${version} ${value}`,
})

export interface VersionHistory {
  initial: Versioned
  requests: Request<VersionOp>[]
}

/** Checks that each record is a register that a write changes only at the version it names. */
export function checkVersions(records: Record<string, VersionHistory>): string[] {
  return Object.entries(records).flatMap(([record, { initial, requests }]) => {
    const unexplained = findUnexplained(modelOf(initial), requests)
    return unexplained ? [`${record}: no order of requests explains ${JSON.stringify(unexplained)}`] : []
  })
}
