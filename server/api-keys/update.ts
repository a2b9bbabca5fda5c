import { updateApiKey } from '#contract'
import { implement, Refusal } from '#platform'
import { visibleKeys } from './key-rows.ts'

export const update = implement(updateApiKey, async ({ tx, actor, params: { keyId }, body: { note } }) => {
  const key = visibleKeys(tx, actor).where('apiKeys.id', '=', keyId).select('apiKeys.note')
  if (!(await key.executeTakeFirst())) throw new Refusal('api_key_not_found')
  await tx.updateTable('apiKeys').set({ note }).where('id', '=', keyId).execute()
  return key.executeTakeFirstOrThrow()
})
