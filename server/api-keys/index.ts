import { create } from './create.ts'
import { list } from './list.ts'
import { revoke } from './revoke.ts'

export { createLastUsed, type LastUsed } from './last-used.ts'
export { createVerifyKey, type VerifyKey } from './verify.ts'

export const apiKeyOperations = [list, create, revoke]
