import { type After, answered, type Model } from './linearize.ts'

/** A request about one user, who is enabled at version 1 at first. */
export type UserOp =
  | { kind: 'set'; disabled: boolean; version: number; after: After<number> }
  | { kind: 'read'; after: After<{ disabled: boolean; version: number }> }
  /** A call with the user's key. */
  | { kind: 'useKey'; after: After<unknown> }
  | { kind: 'signIn' | 'useSession'; session: string; after: After<unknown> }
  /** The end of a session, which another one may ask for. */
  | { kind: 'signOut'; session: string; by: string; after: After<unknown> }

interface User {
  disabled: boolean
  version: number
  sessions: readonly string[]
}

/** A user's key works while the user is enabled, and a session until it ends or the user is disabled. */
export const userModel: Model<User, UserOp> = {
  initial: { disabled: false, version: 1, sessions: [] },
  step(state, op) {
    const { disabled, version, sessions } = state
    switch (op.kind) {
      case 'read':
        return answered(op.after, { state, next: state, shown: { disabled, version } })
      case 'useKey':
        return answered(op.after, { state, next: state, isRefused: disabled })
      case 'useSession':
        return answered(op.after, { state, next: state, isRefused: !sessions.includes(op.session) })
      case 'signIn': {
        const next = { ...state, sessions: [...sessions, op.session] }
        return answered(op.after, { state, next, isRefused: disabled })
      }
      case 'signOut': {
        const next = { ...state, sessions: sessions.filter((session) => session !== op.session) }
        return answered(op.after, { state, next, isRefused: !sessions.includes(op.by) })
      }
      case 'set': {
        const isRefused = op.version !== version
        if (op.disabled === disabled)
          return answered(op.after, { state, next: state, shown: version, isRefused })
        // Enabling ends sessions, too: a sign-in may have been in progress.
        const next = { disabled: op.disabled, version: version + 1, sessions: [] }
        return answered(op.after, { state, next, shown: next.version, isRefused })
      }
    }
  },
  keyOf: ({ disabled, version, sessions }) => `${disabled} ${version} ${sessions}`,
}
