import { sql } from 'kysely'
import { listUsers } from '#contract'
import { matchOf, resembles, type Searchable } from '#platform'

/** Most users share the rest of their address. */
const localPart = sql`split_part(email, '@', 1)`

/** Members neither see nor find addresses. */
export const searchableUsers: Searchable = {
  type: 'user',
  list: listUsers,
  matching: (q, { role }) =>
    role === 'member'
      ? sql`
        select id::text, name, '', '/settings/members', ${matchOf(sql`name`, q)}, updated_at
        from users where ${resembles(sql`name`, q)}`
      : sql`
        select id::text, name, email, '/settings/members', greatest(${matchOf(sql`name`, q)}, ${matchOf(localPart, q)}), updated_at
        from users where ${resembles(sql`name`, q)} or ${resembles(localPart, q)} or starts_with(email, ${q.toLowerCase()})`,
}
