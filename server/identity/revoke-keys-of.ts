import type { AuditActor } from '#audit'
import type { Transaction } from '#database'

/** Revokes all API keys of a user that still work, and returns how many there were. The module of keys, which needs this one, has it. */
export type RevokeKeysOf = (tx: Transaction, actor: AuditActor, ownerId: string) => Promise<number>
