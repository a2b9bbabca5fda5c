import { viewInvitation } from '#contract'
import { implementOutside } from '#platform'
import { invitationOf } from './open.ts'

/** Changes nothing. It is a POST to keep the token out of the URL. */
export const view = implementOutside(viewInvitation, async ({ db, body }) => {
  const { email, role, access, invitedBy, expiresAt } = await invitationOf(db.reader, body.token)
  const { organisationName } = await db.reader
    .selectFrom('settings')
    .select('organisationName')
    .executeTakeFirstOrThrow()
  return { email, role, access, invitedBy, expiresAt, organisation: organisationName }
})
