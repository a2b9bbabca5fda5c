import { create } from './create.ts'
import { list } from './list.ts'
import { listEveryones } from './list-everyones.ts'
import { revoke } from './revoke.ts'

export { expiringKeysEmail } from './expiring-email.ts'
export { apiKeyInvariants } from './invariants.ts'
export { createLastUsed, type LastUsed } from './last-used.ts'
export { createReminders } from './remind.ts'
export { createVerifyKey, type VerifyKey } from './verify.ts'

export const apiKeyOperations = [list, listEveryones, create, revoke]
