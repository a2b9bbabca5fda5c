import { sql } from 'kysely'
import { createApiKey, listApiKeys } from '#contract'
import { type HomePart, instantText } from '#platform'
import { hasStatus } from './key-rows.ts'

const soonDays = 14

export const homeOfKeys: HomePart = {
  half: null,
  sections: [
    {
      name: 'expiringKeys',
      list: listApiKeys,
      rows: ({ actor }) => sql`
        select id, name, prefix, ${instantText(sql`expires_at`)} as "expiresAt" from api_keys
        where owner_id = ${actor.userId} and ${hasStatus('active')}
          and expires_at < now() + make_interval(days => ${soonDays}::integer)
        order by expires_at, id`,
    },
  ],
  steps: [{ step: 'apiKey', takes: createApiKey, isDone: () => sql`exists (select from api_keys)` }],
}
