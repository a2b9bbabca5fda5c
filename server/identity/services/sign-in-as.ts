import { record, userTarget } from '#audit'
import { signInAs } from '#contract'
import type { Transaction } from '#database'
import { implementOutside, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import { openSession } from '../sessions/open-session.ts'
import { users } from '../user-rows.ts'

/** Opens a session of a service user from that of an admin, who returns to their own by signing out. */
export const createSignInAs = (auth: Auth) =>
  implementOutside(signInAs, async ({ db, actor, params: { userId }, credentials }) => {
    const { id: openedFrom = '' } = actor.session ?? {}
    const { user, token } = await db.transaction(async (tx) => {
      // Disabling waits for this, and then ends the session.
      const user = await users(tx).where('id', '=', userId).forShare().executeTakeFirst()
      if (!user) throw new Refusal('user_not_found')
      if (user.kind !== 'service')
        throw new Refusal('user_not_service', 'Only service users can be signed in to like this.')
      if (user.disabled) throw new Refusal('user_disabled', 'Enable the service user first.')
      await lockOpener(tx, openedFrom)
      const { token } = await openSession(tx, userId, credentials, openedFrom)
      const { email } = user
      const service = {
        userId,
        email,
        via: 'session',
        apiKey: null,
        by: actor,
        address: actor.address,
      } as const
      await record(tx, service, 'session.sign_in', userTarget(userId, email), { with: 'session of an admin' })
      return { user, token }
    })
    await auth.enterFrom(credentials, token)
    return { user: { id: user.id, name: user.name, email: user.email, role: user.role } }
  })

/**
 * Locks the admin’s session and the admin: ending the one, or demoting the other, waits for this, and then ends the new session, too.
 * @throws Refusal `unauthenticated` if that has happened before
 */
async function lockOpener(tx: Transaction, sessionId: string): Promise<void> {
  const opener = await tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .where('sessions.id', '=', sessionId)
    .where('users.role', 'in', ['owner', 'admin'])
    .select('sessions.id')
    .forShare()
    .executeTakeFirst()
  if (!opener) throw new Refusal('unauthenticated')
}
