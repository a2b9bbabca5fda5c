import { record, userTarget } from '#audit'
import { accessText, createUser, noAccess, serviceAddress, withLevels } from '#contract'
import { violatedConstraint } from '#database'
import { implement, newId, Refusal } from '#platform'
import { storedAccess, toUser, users } from '../user-rows.ts'

export const create = implement(
  createUser,
  async ({ tx, actor, body: { kind, name, role, access: stated } }) => {
    const id = newId()
    const access = withLevels(noAccess, stated)
    const email = serviceAddress(name) ?? ''
    await tx
      .insertInto('users')
      .values({ id, kind, name, email, role, access: JSON.stringify(access), createdBy: actor.userId })
      .execute()
      .catch((error) => {
        throw violatedConstraint(error) === 'users_email_key' ? new Refusal('service_name_taken') : error
      })
    await record(tx, actor, 'user.create', userTarget(id, email), { kind, role, access: accessText(access) })
    return toUser(await users(tx, storedAccess).where('id', '=', id).executeTakeFirstOrThrow())
  },
)
