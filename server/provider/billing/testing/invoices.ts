import * as api from '#contract'
import { newId } from '#platform'
import type { TestApp } from '#testing'

type Body = Partial<api.Input<typeof api.createInvoice>>

/** Creates a patient to bill. */
export async function addPatient(app: TestApp, familyName = 'Papadaki'): Promise<string> {
  const { id } = await app.as('member').call(api.createPatient, { givenName: 'Eleni', familyName })
  return id
}

/** Creates an invoice, by default of 120.00 to a new patient. */
export async function bill(app: TestApp, body: Body = {}): Promise<api.Invoice & { patientId: string }> {
  const patientId = body.patientId ?? (await addPatient(app))
  const invoice = await app.as('member').call(api.createInvoice, { patientId, lines: [line('100')], ...body })
  return invoice as api.Invoice & { patientId: string }
}

/** Adds a series of invoices, whose first can have any issue date. */
export async function addSeries(app: TestApp, name: string): Promise<string> {
  const { invoiceSeries } = await app.as('owner').call(api.getSettings)
  await app.as('owner').call(api.updateSettings, {
    invoiceSeries: [...invoiceSeries, { name, prefix: `${name}-`, digits: 5 }],
  })
  return name
}

/** Dates the last invoice of a series later than today, as a wrong clock or another time zone does. */
export async function dateLater(
  { db }: TestApp,
  { id, series }: Pick<api.Invoice, 'id' | 'series'>,
  issueDate = '2999-12-31',
): Promise<void> {
  const triggers = (action: 'disable' | 'enable') =>
    ['invoices', 'invoice_series_counters'].map((table) => `alter table ${table} ${action} trigger user`)
  await db.pool.query(
    [
      ...triggers('disable'),
      `update invoices set issue_date = '${issueDate}', due_date = '${issueDate}', day = '${issueDate}' where id = '${id}'`,
      `update invoice_series_counters set issue_date = '${issueDate}' where series = '${series}'`,
      ...triggers('enable'),
    ].join('; '),
  )
}

/** A line with a tax rate in percent. */
export const line = (unitPrice: string, taxRate = '20', more: object = {}) => ({
  description: 'Treatment',
  quantity: '1',
  unitPrice,
  taxRate,
  ...more,
})

/** Creates an item with a quantity in stock, or in each of its lots, which expire in the given order. */
export async function addItem(
  app: TestApp,
  sku: string,
  quantity: string,
  lots: string[] = [],
): Promise<string> {
  const member = app.as('member')
  const tracked = lots.length > 0
  const { id } = await member.call(api.createItem, { sku, name: sku, unit: 'box', expiryTracking: tracked })
  const lines = tracked
    ? lots.map((lot, at) => ({ itemId: id, quantity, lot, expiresOn: `${2990 + at}-01-31` }))
    : [{ itemId: id, quantity }]
  await member.call(api.receiveStock, { supplier: 'Acme', deliveryNote: newId(), lines })
  return id
}

export const onHand = async (app: TestApp, itemId: string): Promise<string> =>
  (await app.as('member').call(api.getItem, { itemId })).onHand

export const invoicesOf = async (app: TestApp, patientId: string): Promise<api.Invoice[]> =>
  (await app.as('member').call(api.listInvoices, { patientId, limit: 200 })).data
