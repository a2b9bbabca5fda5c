// What the module of API keys, which needs this one, does to them.
import type { AuditActor } from '#audit'
import type { Transaction } from '#database'

/** Revokes all API keys of a user that still work, and returns how many there were. */
export type RevokeKeysOf = (tx: Transaction, actor: AuditActor, ownerId: string) => Promise<number>

/** Lets a new maximum lifetime in the settings bind the keys that exist. */
export type LimitKeys = (tx: Transaction) => Promise<void>
