import { sql } from 'kysely'
import { listApiKeys, listEveryonesApiKeys } from '#contract'
import { containing, matchOf, mayUse, resembles, type Searchable } from '#platform'
import { status } from './key-rows.ts'

/** Your own keys, or everyone's if you may list these, by name or the beginning of the token. */
export const searchableKeys: Searchable = {
  type: 'api_key',
  list: listApiKeys,
  matching: (q, actor) => {
    const hasPrefix = sql`prefix like ${containing(q).slice(1)}`
    const isVisible = mayUse(listEveryonesApiKeys, actor) ? sql`true` : sql`owner_id = ${actor.userId}`
    return sql`
      select api_keys.id::text, api_keys.name, concat_ws(' · ', prefix, users.name, ${status}), '/settings/api-keys/' || api_keys.id,
        case when ${hasPrefix} then 1 else ${matchOf(sql`api_keys.name`, q)} end::real, api_keys.created_at
      from api_keys join users on users.id = owner_id
      where (${resembles(sql`api_keys.name`, q)} or ${hasPrefix}) and ${isVisible}`
  },
}
