import { listGrants } from '#contract'
import { implement, readPage } from '#platform'
import { openGrants, toGrant } from './grant-rows.ts'

export const list = implement(listGrants, async ({ tx, query }) => {
  const { operation } = query
  const open = openGrants(tx).$if(operation !== undefined, (all) => all.where('operation', '=', operation!))
  const page = await readPage(open, 'grants.id', query)
  return { ...page, data: page.data.map(toGrant) }
})
