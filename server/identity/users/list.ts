import { listUsers } from '#contract'
import { implement, readPage } from '#platform'
import { users } from '../user-rows.ts'

/** Members see who is here, but of others neither the address nor the access, and of nobody whose account is easier to break into. */
export const list = implement(listUsers, async ({ tx, actor, query }) => {
  const page = await readPage(users(tx), 'users.id', query, 'oldest first')
  if (actor.role !== 'member') return page
  const data = page.data.map((user) => {
    const isOwn = user.id === actor.userId
    return { ...user, twoFactor: null, ...(!isOwn && { email: null, access: null }) }
  })
  return { ...page, data }
})
