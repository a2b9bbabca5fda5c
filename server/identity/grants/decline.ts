import { sql } from 'kysely'
import { declineGrant } from '#contract'
import { implement, Refusal } from '#platform'
import { endGrants } from './end.ts'

export const decline = implement(declineGrant, async ({ tx, actor, params: { grantId: id } }) => {
  if ((await endGrants(tx, actor, sql`id = ${id}`)) === 0) throw new Refusal('grant_not_found')
  return { id }
})
