import { create } from './create.ts'
import { get } from './get.ts'
import { getUsage } from './get-usage.ts'
import { list } from './list.ts'
import { listEveryones } from './list-everyones.ts'
import { revoke } from './revoke.ts'

export { expireKeyUsage } from './expire-usage.ts'
export { expiringKeysEmail } from './expiring-email.ts'
export { apiKeyInvariants } from './invariants.ts'
export { createReminders } from './remind.ts'
export { createKeyUsage, type KeyUsage } from './usage.ts'
export { createVerifyKey, type VerifyKey } from './verify.ts'

export const apiKeyOperations = [list, listEveryones, get, getUsage, create, revoke]
