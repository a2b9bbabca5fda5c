import { listInvitations } from '#contract'
import { implement, readPage } from '#platform'
import { openInvitations, toInvitation } from './open.ts'

export const list = implement(listInvitations, async ({ tx, query }) => {
  const page = await readPage(openInvitations(tx), 'invitations.id', query)
  return { ...page, data: page.data.map(toInvitation) }
})
