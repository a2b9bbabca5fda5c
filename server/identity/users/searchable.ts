import { sql } from 'kysely'
import { listUsers } from '#contract'
import { matchOf, resembles, type Searchable } from '#platform'

export const searchableUsers: Searchable = {
  type: 'user',
  list: listUsers,
  matching: (q) => sql`
    select id::text, name, email, '/settings/members', greatest(${matchOf(sql`name`, q)}, ${matchOf(sql`email`, q)}), updated_at
    from users where ${resembles(sql`name`, q)} or ${resembles(sql`email`, q)}`,
}
