import { createInvoice, createPatient, listInvoices } from '#contract'
import { newId } from '#platform'
import { record } from '../caller.ts'
import type { StockOp } from '../checks/stock.ts'
import type { Client, Part } from '../client.ts'
import { everyPage } from './every-page.ts'
import type { Item, Items } from './stock.ts'

/** The digits of a number, which follow the prefix of its series. */
const ordinalOf = (number: string | null): number => Number(/\d+$/.exec(number ?? '')?.[0])

/** Invoices in one series. Some of them take stock. */
export async function invoicesPart({ caller, key }: Client, items: Items): Promise<Part> {
  const { id: patientId } = await caller.certainly(createPatient, { familyName: 'Papadaki' }, key)

  async function issue(client: Client, item: Item | null): Promise<void> {
    const { dice, history } = client
    const note = newId()
    const quantity = 1 + dice.below(3)
    const goods = { description: 'Gauze', quantity, unitPrice: 2, ...(item && { itemId: item.id }) }
    const body = { patientId, note, lines: [{ description: 'Treatment', quantity: 1, unitPrice: 50 }, goods] }
    const called = await client.caller.call(
      createInvoice,
      body,
      client.key,
      item ? ['insufficient_stock'] : [],
    )
    const { response, lost } = called
    for (const invoked of lost)
      history.invoices.issues.push({ note, ordinal: null, invoked, returned: Number.POSITIVE_INFINITY })
    if (response?.kind === 'done') {
      const { invoked, returned, result } = response
      history.invoices.issues.push({ note, ordinal: ordinalOf(result.number), invoked, returned })
    }
    if (item)
      record(
        item.requests,
        called,
        (response): StockOp => ({
          kind: 'change',
          by: -quantity,
          after: response?.kind === 'refused' ? 'insufficient' : null,
        }),
      )
  }

  return {
    flows: [[3, async (client) => issue(client, client.dice.chance(0.3) ? await items.any(client) : null)]],
    async finish(client) {
      const { caller, key, history } = client
      await issue(client, null)
      const issued = await everyPage((cursor) =>
        caller.certainly(listInvoices, { patientId, ...cursor }, key),
      )
      history.invoices.listed = issued.map(({ note, number }) => ({
        note: note ?? '',
        ordinal: ordinalOf(number),
      }))
    },
  }
}
