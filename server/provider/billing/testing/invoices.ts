import {
  createInvoice,
  createItem,
  createPatient,
  getItem,
  type Input,
  type Invoice,
  listInvoices,
  receiveStock,
} from '#contract'
import { newId } from '#platform'
import type { TestApp } from '#testing'

type Body = Partial<Input<typeof createInvoice>>

/** Someone new to be billed. */
export async function addPatient(app: TestApp, familyName = 'Papadaki'): Promise<string> {
  const { id } = await app.as('member').call(createPatient, { givenName: 'Eleni', familyName })
  return id
}

/** Bills someone new 120.00, where nothing else is said. */
export async function bill(app: TestApp, body: Body = {}): Promise<Invoice> {
  const patientId = body.patientId ?? (await addPatient(app))
  const invoice = await app.as('member').call(createInvoice, { patientId, lines: [line('100')], ...body })
  return invoice as Invoice
}

/** A line at that rate, in percent. */
export const line = (unitPrice: string, taxRate = '20', more: object = {}) => ({
  description: 'Treatment',
  quantity: '1',
  unitPrice,
  taxRate,
  ...more,
})

/** An item of which so much is there. Its lots, if any, expire in the order in which they are given. */
export async function addItem(
  app: TestApp,
  sku: string,
  quantity: string,
  lots: string[] = [],
): Promise<string> {
  const member = app.as('member')
  const tracked = lots.length > 0
  const { id } = await member.call(createItem, { sku, name: sku, unit: 'box', expiryTracking: tracked })
  const lines = tracked
    ? lots.map((lot, at) => ({ itemId: id, quantity, lot, expiresOn: `${2990 + at}-01-31` }))
    : [{ itemId: id, quantity }]
  await member.call(receiveStock, { supplier: 'Acme', deliveryNote: newId(), lines })
  return id
}

export const onHand = async (app: TestApp, itemId: string): Promise<string> =>
  (await app.as('member').call(getItem, { itemId })).onHand

export const invoicesOf = async (app: TestApp, patientId: string): Promise<Invoice[]> =>
  (await app.as('member').call(listInvoices, { patientId, limit: 200 })).data
