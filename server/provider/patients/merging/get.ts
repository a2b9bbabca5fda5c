import { getMerge } from '#contract'
import { implement, Refusal } from '#platform'
import { merges, toMerges } from './merges.ts'

export const get = implement(getMerge, async ({ tx, params }) => {
  const [merge] = await toMerges(tx, await merges(tx).where('merge.id', '=', params.mergeId).execute())
  if (!merge) throw new Refusal('merge_not_found')
  return merge
})
