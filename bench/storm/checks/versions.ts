import { type After, answered, type Model } from './linearize.ts'

interface Versioned {
  version: number
  value: string
}

/** A request about one record with a `version`: its creation, a write at the version that it names, or a read. */
export type VersionOp =
  | { kind: 'create'; after: After<Versioned> }
  | { kind: 'read'; after: After<Versioned> }
  | ({ kind: 'write'; after: After<number> } & Versioned)

/** A record is a register that a write changes only at the version it names. */
export const versionModel: Model<Versioned | null, VersionOp> = {
  initial: null,
  step(state, op) {
    if (op.kind === 'create') return op.after && 'shown' in op.after ? op.after.shown : null
    if (!state) return null
    if (op.kind === 'read') return answered(op.after, { state, next: state, shown: state })
    const version = state.version + 1
    const isRefused = op.version !== state.version
    return answered(op.after, { state, next: { version, value: op.value }, shown: version, isRefused })
  },
  keyOf: (record) => `${record?.version} ${record?.value}`,
}
