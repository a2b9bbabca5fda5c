import Big from 'big.js'
import { reverseMovements } from '#contract'
import { implement, newId, Refusal, type Transaction } from '#platform'
import { averageCost } from './ledger/average-cost.ts'
import { insertDocument } from './ledger/document.ts'
import { draw } from './ledger/draw.ts'
import { lockItems } from './ledger/lock-items.ts'
import { movementsOf } from './ledger/movements.ts'
import { readSetting } from './ledger/places.ts'
import { createProblems } from './ledger/problems.ts'
import { record } from './ledger/record.ts'
import { createSlots } from './ledger/slots.ts'

/**
 * Each movement of the document is taken back by one the other way. What a receipt cost leaves the average cost with
 * it.
 */
export const reverse = implement(reverseMovements, async ({ tx, actor, params, body: { note = null } }) => {
  const { documentId } = params
  const { kind } = await documentOf(tx, documentId)
  if (kind !== 'receipt' && kind !== 'adjustment')
    throw new Refusal('not_reversible', `A ${kind} cannot be reversed, only a receipt or an adjustment.`)
  const setting = await readSetting(tx, [])
  const reversalId = newId()
  const occurredAt = setting.now.toISOString()
  // The head goes first: a second reversal waits here, on the unique index, until the first is done.
  const head = { id: reversalId, kind: 'reversal' as const, reverses: documentId, note, occurredAt }
  if (!(await insertDocument(tx, actor, head))) throw new Refusal('already_reversed')

  const reversed = await movementsOf(tx, [documentId])
  const items = await lockItems(tx, reversed)
  const itemOf = new Map(items.map((item) => [item.id, item]))
  const backwards = reversed.map((movement, index) => {
    const { itemId, lot, quantity, unitCost, from, to, id: reverses } = movement
    const came = to.kind === 'stock'
    const [location, side] = came ? [to, from] : [from, to]
    setting.places.set(location.id, location)
    const change = new Big(quantity).times(came ? -1 : 1)
    return { index, item: itemOf.get(itemId)!, lot, location, side: side.id, change, unitCost, reverses }
  })
  const slots = await createSlots(tx).named(
    backwards.map(({ item, lot, location }) => ({ itemId: item.id, lot, locationId: location.id })),
  )
  const problems = createProblems((index) => `movements[${index}]`)
  const moves = backwards.map((line, at) => ({ ...line, slot: slots[at]! }))
  draw(moves, [], problems)
  problems.refuse()

  if (kind === 'receipt')
    for (const [item, own] of Map.groupBy(moves, (move) => move.item)) {
      const costed = own.flatMap(({ change, unitCost }) => (unitCost === null ? [] : [{ change, unitCost }]))
      const uncosted = own.filter(({ unitCost }) => unitCost === null)
      const others = uncosted.reduce((sum, { change }) => sum.plus(change), new Big(item.onHand))
      item.averageCost = averageCost(item.averageCost, others, costed)
    }
  const entry = { documentId: reversalId, reason: 'reversed', occurredAt, actor, items, setting }
  return { reversalId, reverses: documentId, ...(await record(tx, entry, moves)) }
})

async function documentOf(tx: Transaction, id: string) {
  const document = await tx
    .selectFrom('stockDocuments')
    .select('kind')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!document) throw new Refusal('document_not_found')
  return document
}
