import { findEntries } from '#audit'
import { listApiKeyActions } from '#contract'
import { afterCursor, implement, Refusal, toPage } from '#platform'
import { visibleKeys } from './key-rows.ts'

export const listActions = implement(
  listApiKeyActions,
  async ({ tx, actor, params: { keyId }, query: { limit, cursor } }) => {
    const key = await visibleKeys(tx, actor).where('apiKeys.id', '=', keyId).executeTakeFirst()
    if (!key) throw new Refusal('api_key_not_found')
    const page = { after: afterCursor(cursor), limit: limit + 1 }
    return toPage(await findEntries(tx, { apiKey: keyId }, page), limit)
  },
)
