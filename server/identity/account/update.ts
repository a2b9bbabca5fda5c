import { sql } from 'kysely'
import { record, userTarget } from '#audit'
import { updateAccount } from '#contract'
import { implement } from '#platform'
import { users } from '../user-rows.ts'

export const update = implement(updateAccount, async ({ tx, actor, body: { name } }) => {
  const before = await users(tx).where('id', '=', actor.userId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const { id, email, role } = before
  if (name === undefined || name === before.name) return { id, name: before.name, email, role }
  await tx
    .updateTable('users')
    .set({ name, version: before.version + 1, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  await record(tx, actor, 'user.name', userTarget(id, email), { formerName: before.name, name })
  return { id, name, email, role }
})
