import { listUsers } from '#contract'
import { implement, readPage } from '#platform'
import { users } from '../user-rows.ts'

/** Members do not see whose account is easier to break into. */
export const list = implement(listUsers, async ({ tx, actor, query }) => {
  const page = await readPage(users(tx), 'users.id', query, 'oldest first')
  if (actor.role !== 'member') return page
  return { ...page, data: page.data.map((user) => ({ ...user, twoFactor: null })) }
})
