import { record, userTarget, visitor } from '#audit'
import { signOut } from '#contract'
import { implementOutside } from '#platform'
import type { Auth } from '../auth.ts'

export const createSignOut = (auth: Auth) =>
  implementOutside(signOut, async ({ db, credentials }) => {
    const found = credentials.cookie ? await auth.findSession(credentials.cookie) : null
    if (found) {
      const { user, session } = found
      await db.transaction(async (tx) => {
        const ended = await tx.deleteFrom('sessions').where('id', '=', session.id).executeTakeFirst()
        if (ended.numDeletedRows > 0n)
          await record(tx, visitor(user, credentials), 'session.sign_out', userTarget(user.id, user.email))
      })
    }
    for (const cookie of await auth.clearSessionCookie()) credentials.setCookie(cookie)
    return { success: true } as const
  })
