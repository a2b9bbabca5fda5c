import type { EmailKind, QueueEmail } from '#mail'
import type { Implementation } from '#platform'
import { createCreate } from './create.ts'
import { createdKeyEmail } from './created-email.ts'
import { expiringKeysEmail } from './expiring-email.ts'
import { get } from './get.ts'
import { getUsage } from './get-usage.ts'
import { identify } from './identify.ts'
import { list } from './list.ts'
import { listActions } from './list-actions.ts'
import { listEveryones } from './list-everyones.ts'
import { listRefusals } from './list-refusals.ts'
import { createRevoke } from './revoke.ts'
import { createRevokeMany } from './revoke-many.ts'
import { revokedKeysEmail } from './revoked-email.ts'
import { update } from './update.ts'

export { createAuthenticate } from './authenticate.ts'
export { expireKeyUsage } from './expire-usage.ts'
export { homeOfKeys } from './home.ts'
export { apiKeyInvariants } from './invariants.ts'
export { createLimitKeys, limitLifetimes } from './limit-lifetimes.ts'
export { createReminders } from './remind.ts'
export { createRevokeKeysOf } from './revoke-keys.ts'
export { createRightsOf } from './rights-of.ts'
export { searchableKeys } from './searchable.ts'
export { createKeyUsage, type KeyUsage } from './usage.ts'
export { createVerifyKey, type VerifyKey } from './verify.ts'

/** The emails about keys. */
export const apiKeyEmails: EmailKind[] = [createdKeyEmail, expiringKeysEmail, revokedKeysEmail]

/** `queueEmail`: null if email is not configured. */
export const createApiKeyOperations = (queueEmail: QueueEmail | null): Implementation[] => [
  list,
  listEveryones,
  get,
  getUsage,
  listRefusals,
  listActions,
  update,
  createCreate(queueEmail),
  identify,
  createRevoke(queueEmail),
  createRevokeMany(queueEmail),
]
