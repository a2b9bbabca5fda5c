import { getSession } from '#contract'
import { implementOutside } from '#platform'
import { type Auth, toUser } from '../auth.ts'
import { mustSetUpTwoFactor } from '../two-factor/required.ts'

export const createGetSession = (auth: Auth) =>
  implementOutside(getSession, async ({ db, credentials }) => {
    const found = credentials.cookie ? await auth.findSession(credentials.cookie) : null
    if (!found) return null
    for (const cookie of found.cookies) credentials.setCookie(cookie)
    const { id, expiresAt } = found.session
    return {
      user: toUser(found.user),
      session: { id, expiresAt },
      mustSetUpTwoFactor: await mustSetUpTwoFactor(db.reader, found.user.id),
    }
  })
