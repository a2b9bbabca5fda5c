import type { Mention } from '#contract'
import type { Transaction } from '#database'
import { Refusal } from '#platform'
import { mentions, toMention } from '../results/mentions.ts'

interface OfMention {
  trackerId: string
  mentionId: string
}

/**
 * Finds a mention, and locks its source until the transaction ends: until then nobody else changes the tracker's mentions
 * in it.
 * @throws Refusal `mention_not_found`
 */
export async function lockMention(tx: Transaction, { trackerId, mentionId }: OfMention): Promise<Mention> {
  const { sourceId } = await findMention(tx, { trackerId, mentionId })
  await tx.selectFrom('sources').select('id').where('id', '=', sourceId).forUpdate().execute()
  // It may be gone, or in another place.
  return findMention(tx, { trackerId, mentionId })
}

/** @throws Refusal `mention_not_found` */
export async function findMention(tx: Transaction, { trackerId, mentionId }: OfMention): Promise<Mention> {
  const row = await mentions(tx)
    .where('mentions.id', '=', mentionId)
    .where('mentions.trackerId', '=', trackerId)
    .executeTakeFirst()
  if (!row) throw new Refusal('mention_not_found')
  return toMention(row)
}
