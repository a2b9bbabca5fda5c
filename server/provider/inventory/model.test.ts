import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '#client'
import {
  adjustStock,
  createItem,
  createLocation,
  listLevels,
  listLocations,
  receiveStock,
  reverseMovements,
} from '#contract'
import { onEachDatabase } from '#testing'
import { assertBooks } from './testing/books.ts'
import { createModel, expiries, type ModelDocument, type ModelItem, type ModelLine } from './testing/model.ts'

const rarely = (wrong: string | null, right: fc.Arbitrary<string | null>) =>
  fc.oneof({ weight: 19, arbitrary: right }, { weight: 1, arbitrary: fc.constant(wrong) })
const location = fc.constantFrom(0, 0, 0, 1)

/** Lines for `lots` always name a lot: the model does not decide between lots with the same expiry. */
function line(expiringLot: fc.Arbitrary<string | null>, quantity: fc.Arbitrary<number>) {
  const lineOf = (item: ModelItem, lot: fc.Arbitrary<string | null>): fc.Arbitrary<ModelLine> =>
    fc.record({ item: fc.constant(item), lot, location, quantity })
  return fc.oneof(
    lineOf('plain', rarely('A', fc.constant(null))),
    lineOf('lots', fc.constantFrom('A', 'B')),
    lineOf('expiring', expiringLot),
  )
}

function document(
  kind: 'receive' | 'delta' | 'count',
  of: fc.Arbitrary<ModelLine>,
): fc.Arbitrary<ModelDocument> {
  return fc.record({ kind: fc.constant(kind), lines: fc.array(of, { minLength: 1, maxLength: 3 }) })
}

const lot = fc.constantFrom('A', 'B', 'C')
const anyDocument = fc.oneof(
  { weight: 4, arbitrary: document('receive', line(rarely(null, lot), fc.integer({ min: 1, max: 9 }))) },
  {
    weight: 5,
    arbitrary: document('delta', line(fc.option(lot, { freq: 1 }), fc.integer({ min: -4, max: 1 }))),
  },
  { weight: 2, arbitrary: document('count', line(rarely(null, lot), fc.nat(9))) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), of: fc.nat(5) }) },
)

onEachDatabase('any documents in any order', (app) => {
  test('have the effects of a simple model and keep the ledger balanced', async () => {
    const member = app().as('member')
    const { data } = await member.call(listLocations, { kind: 'stock' })
    const locations = [data[0]!, await member.call(createLocation, { name: 'Second' })].map(({ id }) => id)
    let runs = 0

    await fc.assert(
      fc.asyncProperty(fc.array(anyDocument, { minLength: 6, maxLength: 16 }), async (documents) => {
        const run = `M-${runs++}`
        const items = {
          plain: await item('plain', {}),
          lots: await item('lots', { lotTracking: true }),
          expiring: await item('expiring', { expiryTracking: true }),
        }
        const model = createModel()
        const happened: string[] = []
        for (const document of documents) {
          const id = await post(document, happened)
          assert.equal(id !== null, model.apply(document), JSON.stringify(document))
          if (id) happened.push(id)
        }
        const levels = await member.call(listLevels, { q: run, limit: 200 })
        const found = levels.data
          .filter(({ onHand }) => onHand !== '0')
          .map(({ sku, lot, locationId, onHand }) => {
            const slot = `${sku.split(' ')[1]} ${lot ?? ''} ${locations.indexOf(locationId)}`
            return [slot, Number(onHand)] as const
          })
        assert.deepEqual(new Map(found.toSorted()), new Map([...model.onHand()].toSorted()))

        async function item(kind: string, tracking: object): Promise<string> {
          const made = { sku: `${run} ${kind}`, name: run, unit: 'box', ...tracking }
          return (await member.call(createItem, made)).id
        }

        /** Returns the document's id; null if it is refused. */
        async function post(document: ModelDocument, happened: string[]): Promise<string | null> {
          try {
            if (document.kind === 'reverse') {
              const documentId = happened[document.of] ?? '00000000-0000-7000-8000-000000000000'
              return (await member.call(reverseMovements, { documentId })).reversalId
            }
            const lines = document.lines.map(({ item, lot, location, quantity }) => ({
              itemId: items[item],
              quantity,
              locationId: locations[location]!,
              ...(lot && { lot }),
              ...(lot &&
                item === 'expiring' &&
                document.kind === 'receive' && { expiresOn: expiries[lot]!, acceptExpired: true }),
            }))
            if (document.kind === 'receive') {
              const delivery = { supplier: run, deliveryNote: `${happened.length}`, lines }
              return (await member.call(receiveStock, delivery)).receiptId
            }
            const mode = document.kind
            return (await member.call(adjustStock, { mode, reason: 'other', lines })).adjustmentId
          } catch (error) {
            if (error instanceof ApiError && error.status < 500) return null
            throw error
          }
        }
      }),
      // A fixed seed, so that the test does not fail only sometimes.
      { numRuns: 12, seed: 1 },
    )
    await assertBooks(app())
  })
})
