import { sql } from 'kysely'
import { listUsers } from '#contract'
import { hasWords, implement, readPage } from '#platform'
import { users } from '../user-rows.ts'

/** Members see who is here, but of others neither the address nor the access, and of nobody whose account is easier to break into. */
export const list = implement(listUsers, async ({ tx, actor, query: { limit, cursor, q } }) => {
  const isMember = actor.role === 'member'
  const searched = isMember ? [sql.ref('name')] : [sql.ref('name'), sql.ref('email')]
  const found = q ? users(tx).where(hasWords(searched, q)) : users(tx)
  const page = await readPage(found, 'users.id', { limit, cursor }, 'oldest first')
  if (!isMember) return page
  const data = page.data.map((user) => {
    const isOwn = user.id === actor.userId
    return { ...user, twoFactor: null, ...(!isOwn && { email: null, access: null }) }
  })
  return { ...page, data }
})
