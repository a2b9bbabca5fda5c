import { listInvitations } from '#contract'
import { afterCursor, implement, toPage } from '#platform'
import { openInvitations, toInvitation } from './open.ts'

export const list = implement(listInvitations, async ({ tx, query: { limit, cursor } }) => {
  const after = afterCursor(cursor)
  let query = openInvitations(tx)
    .orderBy('invitations.id', 'desc')
    .limit(limit + 1)
  if (after) query = query.where('invitations.id', '<', after)
  return toPage((await query.execute()).map(toInvitation), limit)
})
