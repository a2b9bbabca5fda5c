import { dismissMention } from '#contract'
import { implement, newId } from '#platform'
import { decideAgain, placesIn } from '../../mentions/index.ts'
import { findMention, lockMention } from './lock-mention.ts'

/** Also dismisses a mention of the same words in the same place that another rule found. */
export const dismiss = implement(dismissMention, async ({ tx, actor, params }) => {
  const mention = await lockMention(tx, params)
  if (mention.dismissed) return mention
  const places = await placesIn(tx, mention)
  const { trackerId, sourceId } = mention
  await tx
    .insertInto('dismissals')
    .values({
      id: newId(),
      trackerId,
      sourceId,
      anchors: JSON.stringify(places.anchorsAt(mention)),
      dismissedBy: actor.userId,
    })
    .execute()
  await decideAgain(tx, mention, places)
  return findMention(tx, params)
})
