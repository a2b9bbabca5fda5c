import { record, userTarget, visitor } from '#audit'
import { signOut } from '#contract'
import { implementOutside } from '#platform'
import type { Auth } from '../auth.ts'

export const createSignOut = (auth: Auth) =>
  implementOutside(signOut, async ({ db, credentials }) => {
    const found = await auth.findSession(credentials)
    if (found) {
      const { user, session, by } = found
      await db.transaction(async (tx) => {
        const ended = await tx.deleteFrom('sessions').where('id', '=', session.id).executeTakeFirst()
        if (ended.numDeletedRows > 0n)
          await record(
            tx,
            { ...visitor(user, credentials), ...(by && { by }) },
            'session.sign_out',
            userTarget(user.id, user.email),
          )
      })
    }
    if (!(await auth.leave(credentials))) credentials.setCookie(auth.clearSessionCookie())
    return { success: true } as const
  })
