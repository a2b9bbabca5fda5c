import { sql } from 'kysely'
import { z } from 'zod'
import { createItem, Decimal } from '#contract'
import type { Transaction } from '#database'
import { areNearlySame, spellingOf, wordsOf } from '#engines/linkage'
import { newId } from '#platform'
import { setOwn } from '#rules/own'
import { changed, type Edited, refuseRedefinition } from '../../../inventory/items/changes.ts'
import { type Item, items, sameGtin, toExactItem } from '../../../inventory/items/item-rows.ts'
import { failed, type Outcome, type ParsedRow, type Problem, type RecordKind } from './kind.ts'
import { plainValue, problemsIn, problemsOf, toBoolean } from './values.ts'
import { insertRows, updateRows } from './write-rows.ts'

type ItemFields = z.output<typeof createItem.body>
type Row = ParsedRow<ItemFields>

const booleans = ['lotTracking', 'expiryTracking']

export const itemKind: RecordKind<ItemFields> = {
  parse(values) {
    const given: Record<string, unknown> = {}
    for (const [field, value] of values) {
      const plain = plainValue(value)
      if (field === 'externalId' || (plain === null && booleans.includes(field))) continue
      setOwn(
        given,
        field,
        booleans.includes(field) ? toBoolean(plain) : (plain ?? (isOptional(field) ? null : '')),
      )
    }
    const parsed = createItem.body.safeParse(given)
    return parsed.success ? { fields: parsed.data } : { problems: problemsIn(parsed.error) }
  },

  /** An item that has the SKU of a row, and was not imported under another key, is that of the row. */
  async write(tx, _importer, rows) {
    const state = await readState(tx, rows)
    const outcomes: Outcome[] = []
    const added: Planned[] = []
    const updated: Planned[] = []
    for (const row of rows) {
      const { number } = row
      const before = state.find(row)
      let change: ReturnType<typeof changed> | undefined
      const problems = problemsOf(() => {
        change = changed(before ?? untracked, row.fields)
        if (before) refuseRedefinition(before, change.fields, state.hasMoved(before))
      })
      const isOther = before && change && isOtherItem(before, change.after)
      if (change && problems.length === 0 && !isOther)
        problems.push(...state.claim(before?.id ?? null, number, change.after))
      if (!change || problems.length > 0) outcomes.push(failed(number, ...problems))
      else if (isOther) {
        const [old, other] = [before, change.after].map(({ sku, name }) => `${sku} ${name}`)
        const message = `The row has another SKU and name (${other}) than the item with this key (${old})`
        outcomes.push({ number, result: 'flagged', problems: [{ kind: 'mismatch', field: null, message }] })
      } else if (!before) {
        const id = newId()
        added.push({ id, after: change.after })
        outcomes.push({ number, result: 'created', recordId: id })
      } else {
        if (change.fields.length > 0) updated.push({ id: before.id, after: change.after })
        const result = change.fields.length > 0 ? 'updated' : 'unchanged'
        outcomes.push({ number, result, recordId: before.id })
      }
    }
    await insert(tx, added, outcomes)
    if (updated.length > 0) await updateRows(tx, 'items', columns, updated.map(toRow))
    return outcomes
  },
}

/** Returns whether the SKU and the name both differ by more than a typo. A name that keeps a word is the same. */
function isOtherItem(before: Named, after: Named): boolean {
  if (areNearlySame(spellingOf(before.sku), spellingOf(after.sku))) return false
  const [words, others] = [before, after].map(({ name }) => wordsOf(name))
  const isTelling = (word: string) => word.length > 2 && !/\d/.test(word)
  return (
    before.name !== after.name &&
    !words!.some((word) => isTelling(word) && others!.some((other) => areNearlySame(word, other)))
  )
}

type Named = Pick<Edited, 'sku' | 'name'>

const isOptional = (field: string) => field === 'gtin' || field === 'reorderLevel'

const untracked: Edited = {
  sku: '',
  name: '',
  unit: '',
  gtin: null,
  lotTracking: false,
  expiryTracking: false,
  reorderLevel: null,
}

interface Planned {
  id: string
  after: Edited
}

/** Locks and reads the items that rows name by key, SKU or GTIN. */
async function readState(tx: Transaction, rows: Row[]) {
  const ids = rows.flatMap(
    ({ key, recordId }) => recordId ?? z.uuid().safeParse(key.toLowerCase()).data ?? [],
  )
  const skus = rows.map(({ fields }) => fields.sku)
  const gtins = rows.flatMap(({ fields: { gtin } }) => (gtin ? [sameGtin(gtin)] : []))
  const found = await items(tx)
    .where(
      sql<boolean>`(items.id = any(${ids}::uuid[]) or sku = any(${skus}::text[])
        or lpad(gtin, 14, '0') = any(${gtins}::text[]))`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const known = found.map(toExactItem)
  const knownIds = known.map(({ id }) => id)
  const { rows: moved } = await sql<{ id: string }>`
    select id from unnest(${knownIds}::uuid[]) as item (id)
    where exists (select from stock_balances where item_id = item.id)`.execute(tx)
  const imported = await tx
    .selectFrom('importedRecords')
    .select(['recordId', 'key'])
    .where('kind', '=', 'items')
    .where('recordId', '=', sql<string>`any(${knownIds}::uuid[])`)
    .execute()
  const keyOf = new Map(imported.map(({ recordId, key }) => [recordId, key]))
  const byId = new Map(known.map((item) => [item.id, item]))
  const bySku = new Map(known.map((item) => [item.sku, item]))
  const movedIds = new Set(moved.map(({ id }) => id))
  /** Whose the SKUs and GTINs are: the id of an item, or the number of a row. */
  const owners = new Map<string, string | number>()
  for (const { id, sku, gtin } of known) {
    owners.set(`sku ${sku}`, id)
    if (gtin) owners.set(`gtin ${sameGtin(gtin)}`, id)
  }
  return {
    find({ key, recordId, fields }: Row): Item | undefined {
      const own = byId.get(recordId ?? key.toLowerCase())
      if (own) return own
      const same = bySku.get(fields.sku)
      return same && !keyOf.has(same.id) ? same : undefined
    },
    hasMoved: ({ id }: Item): boolean => movedIds.has(id),
    /** Claims the SKU and GTIN of a row. Returns a problem for each that is another item's. */
    claim(id: string | null, number: number, { sku, gtin }: Edited): Problem[] {
      const names = [
        { field: 'sku', name: `sku ${sku}` },
        ...(gtin ? [{ field: 'gtin', name: `gtin ${sameGtin(gtin)}` }] : []),
      ]
      const problems = names.flatMap(({ field, name }) => {
        const owner = owners.get(name)
        if (owner === undefined || owner === id) return []
        const who = typeof owner === 'number' ? `Row ${owner}` : 'Another item'
        return [{ field, message: `${who} has this ${field.toUpperCase()}` }]
      })
      if (problems.length === 0) for (const { name } of names) owners.set(name, id ?? number)
      return problems
    },
  }
}

/** Inserts items. Ids created within a millisecond are not ordered, and exports are in the order of ids. */
async function insert(tx: Transaction, added: Planned[], outcomes: Outcome[]): Promise<void> {
  if (added.length === 0) return
  const sorted = added.map(({ id }) => id).sort()
  const renamed = new Map(added.map(({ id }, n) => [id, sorted[n]!]))
  for (const outcome of outcomes)
    if (outcome.result === 'created') outcome.recordId = renamed.get(outcome.recordId)!
  await insertRows(
    tx,
    'items',
    columns,
    added.map(({ id, after }) => toRow({ id: renamed.get(id)!, after })),
  )
}

const columns = Object.keys(untracked) as (keyof Edited)[]

const toRow = ({ id, after: { reorderLevel, ...item } }: Planned) => ({
  ...item,
  id,
  reorderLevel: reorderLevel instanceof Decimal ? String(reorderLevel) : null,
})
