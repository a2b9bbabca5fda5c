import { sql } from 'kysely'
import { restoreMention } from '#contract'
import { implement } from '#platform'
import { decideAgain, dismissalsOf, placesIn } from '../../mentions/index.ts'
import { findMention, lockMention } from './lock-mention.ts'

/** Removes all dismissals that cover the mention. */
export const restore = implement(restoreMention, async ({ tx, params }) => {
  const mention = await lockMention(tx, params)
  if (!mention.dismissed) return mention
  const places = await placesIn(tx, mention)
  const covering = (await dismissalsOf(tx, mention)).filter((dismissal) =>
    places.whichAreDismissed([dismissal])(mention),
  )
  const ids = covering.map(({ id }) => id)
  await tx.deleteFrom('dismissals').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
  await decideAgain(tx, mention, places)
  return findMention(tx, params)
})
