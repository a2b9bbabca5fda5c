import { getSession } from '#contract'
import { implementOutside, isConfirmed } from '#platform'
import type { Auth } from '../auth.ts'
import { mustSetUpTwoFactor } from '../two-factor/required.ts'

export const createGetSession = (auth: Auth) =>
  implementOutside(getSession, async ({ db, credentials }) => {
    const found = (await auth.findSession(credentials)) ?? (await auth.leave(credentials))
    if (!found) return null
    if (found.renewed) credentials.setCookie(found.renewed)
    const { id, expiresAt, confirmedAt } = found.session
    return {
      user: found.user,
      access: found.access,
      session: { id, expiresAt, confirmed: isConfirmed({ confirmedAt }) },
      openedBy: found.by && { id: found.by.id, name: found.by.name },
      mustSetUpTwoFactor: await mustSetUpTwoFactor(db.reader, found.user.id),
    }
  })
