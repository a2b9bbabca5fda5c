import { listUsers } from '#contract'
import { implement, readPage } from '#platform'
import { users } from '../user-rows.ts'

export const list = implement(listUsers, ({ tx, query }) =>
  readPage(users(tx), 'users.id', query, 'oldest first'),
)
