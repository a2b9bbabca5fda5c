import { findUnexplained, type Model, type Request } from './linearize.ts'

/** A request about one user, who is enabled at version 1 at first. `after` is null if the response is unknown. */
export type UserOp =
  | { kind: 'set'; disabled: boolean; version: number; after: number | 'stale' | null }
  | { kind: 'read'; disabled: boolean; version: number }
  /** A call with the user's key. */
  | { kind: 'useKey'; accepted: boolean }
  | { kind: 'signIn'; session: string }
  | { kind: 'useSession'; session: string; accepted: boolean }

interface User {
  disabled: boolean
  version: number
  sessions: readonly string[]
}

const model: Model<User, UserOp> = {
  initial: { disabled: false, version: 1, sessions: [] },
  step(user, op) {
    const holds = (whether: boolean) => (whether ? user : null)
    switch (op.kind) {
      case 'read':
        return holds(op.disabled === user.disabled && op.version === user.version)
      case 'useKey':
        return holds(op.accepted === !user.disabled)
      case 'useSession':
        return holds(op.accepted === user.sessions.includes(op.session))
      case 'signIn':
        return user.disabled ? null : { ...user, sessions: [...user.sessions, op.session] }
      case 'set': {
        if (op.after === 'stale') return holds(op.version !== user.version)
        const changes = op.disabled !== user.disabled
        const version = changes ? user.version + 1 : user.version
        if (op.version !== user.version || (op.after !== null && op.after !== version)) return null
        // Enabling ends sessions, too: a sign-in may have been in progress.
        return { disabled: op.disabled, version, sessions: changes ? [] : user.sessions }
      }
    }
  },
  keyOf: ({ disabled, version, sessions }) => `${disabled} ${version} ${sessions}`,
}

/** Checks that a user's key works while the user is enabled, and a session until the user is disabled. */
export function checkUsers(users: Record<string, Request<UserOp>[]>): string[] {
  return Object.entries(users).flatMap(([user, requests]) => {
    const unexplained = findUnexplained(model, requests)
    return unexplained ? [`user ${user}: no order of requests explains ${JSON.stringify(unexplained)}`] : []
  })
}
