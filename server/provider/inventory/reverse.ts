import { record as recordAudit } from '#audit'
import { Decimal, reverseMovements } from '#contract'
import { implement, newId, Refusal } from '#platform'
import { draw } from './ledger/draw.ts'
import { createProblems } from './ledger/lines.ts'
import { movementsOf } from './ledger/movements.ts'
import { lockItems, readContext, readSlots } from './ledger/read.ts'
import { insertDocument, record } from './ledger/record.ts'
import { averageCost } from './ledger/stock.ts'

const reversible = new Set(['receipt', 'adjustment', 'transfer'])

/** Reverses each movement of a document. The cost of a receipt leaves the average cost again. */
export const reverse = implement(reverseMovements, async ({ tx, actor, params, body: { note = null } }) => {
  const { documentId } = params
  const document = await tx
    .selectFrom('stockDocuments')
    .select('kind')
    .where('id', '=', documentId)
    .executeTakeFirst()
  if (!document) throw new Refusal('document_not_found')
  const { kind } = document
  if (!reversible.has(kind))
    throw new Refusal(
      'not_reversible',
      `A ${kind} cannot be reversed, only a receipt, an adjustment or a transfer.`,
    )
  const { places, ...context } = await readContext(tx)
  const reversalId = newId()
  const occurredAt = context.now.toISOString()
  // The header comes first: a second reversal waits on the unique index until the first is committed.
  const header = { id: reversalId, kind: 'reversal' as const, reverses: documentId, note, occurredAt }
  if (!(await insertDocument(tx, actor, header))) throw new Refusal('already_reversed')

  const reversed = await movementsOf(tx, [documentId])
  const items = await lockItems(tx, reversed)
  const itemOf = new Map(items.map((item) => [item.id, item]))
  const lines = reversed.map(({ itemId, lot, quantity, unitCost, from, to, id }) => {
    const wasAdded = to.kind === 'stock'
    const [location, side] = wasAdded ? [to, from.id] : [from, to.id]
    const change = wasAdded ? quantity.negated() : quantity
    return {
      item: itemOf.get(itemId)!,
      lot,
      location,
      side,
      change,
      unitCost: from.kind === 'stock' ? null : unitCost,
      reverses: id,
    }
  })
  const slotsAt = (place: (line: (typeof lines)[number]) => string) =>
    readSlots(
      tx,
      lines.map((line) => ({ itemId: line.item.id, lot: line.lot, locationId: place(line) })),
    )
  const slots = await slotsAt(({ location }) => location.id)
  // The stock of a transfer goes back to another location.
  const others = kind === 'transfer' ? await slotsAt(({ side }) => side) : []
  const problems = createProblems((index) => `movements[${index}]`)
  const moves = lines.map((line, index) => {
    const other = others[index]
    return { ...line, index, slot: slots[index]!, ...(other && { other }) }
  })
  draw(moves, [], problems)
  problems.refuse()

  const averageCosts = new Map(
    [...Map.groupBy(kind === 'receipt' ? moves : [], ({ item }) => item)].map(([item, own]) => {
      const uncosted = own.filter(({ unitCost }) => unitCost === null)
      const others = item.onHand.plus(Decimal.sum(uncosted.map(({ change }) => change)))
      return [item.id, averageCost(item.averageCost, others, own)]
    }),
  )
  const own = reversed.flatMap(({ from, to }) => [from, to])
  const allPlaces = new Map([...places, ...own.map((place) => [place.id, place] as const)])
  const entry = { documentId: reversalId, reason: 'reversed', occurredAt, actor, items }
  const recorded = await record(
    tx,
    { ...entry, context: { ...context, places: allPlaces } },
    { moves, averageCosts },
  )
  const target = { type: 'stock_document', id: documentId, label: kind } as const
  await recordAudit(tx, actor, 'stock.reverse', target, { reversalId })
  return { reversalId, reverses: documentId, ...recorded }
})
