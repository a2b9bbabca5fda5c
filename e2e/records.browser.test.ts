// From the page of each record, each related record is one click away, and the way back keeps the filters of the list.
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Client } from '#client'
import {
  createCreditNote,
  createInvoice,
  createItem,
  createPatient,
  listInvoices,
  listMovements,
  mergePatients,
  receiveStock,
  recordPayment,
} from '#contract'
import { ownerOf } from './testing/node.ts'
import { createResearch } from './testing/research.ts'

const on = ownerOf()
const { arrive } = on
let page: Page

/** The paths of records, by a name of each. */
let paths: Record<RecordName, string>

before(async () => {
  page = on.page
  await page.goto('/projects')
  const { client } = on
  paths = { ...(await createClinic(client)), ...(await researchPaths(client)) }
})

type RecordName = keyof typeof related

/** What is one click away from the page of each record. */
const related = {
  patient: ['invoice', 'merge', 'twin', 'statement', 'invoicesOf', 'paymentsOf', 'newInvoiceFor', 'readsOf'],
  invoice: ['patient', 'creditNote', 'item', 'lot', 'sale', 'returned'],
  creditNote: ['invoice', 'patient'],
  merge: ['patient', 'merged'],
  merged: ['patient', 'merge'],
  twin: ['patient'],
  statement: ['patient', 'invoice'],
  item: ['lot', 'receipt', 'sale', 'returned', 'receiveItem', 'adjustItem', 'countItem', 'movementsOf'],
  lot: ['item', 'patient', 'invoice', 'adjustLot'],
  receipt: ['item', 'lot'],
  sale: ['item', 'lot', 'invoice', 'patient'],
  returned: ['item', 'lot', 'invoice', 'creditNote', 'patient'],
  invoicesOf: ['patient', 'invoice'],
  paymentsOf: ['patient', 'invoice'],
  movementsOf: ['item', 'lot', 'sale'],
  readsOf: ['patient'],
  newInvoiceFor: [],
  receiveItem: [],
  adjustItem: [],
  countItem: [],
  adjustLot: [],
  sources: ['source', 'trackers', 'skills'],
  trackers: ['tracker'],
  skills: ['run'],
  source: ['tracker', 'sources'],
  tracker: ['source', 'trackers'],
  run: ['source', 'skills'],
} as const

for (const [from, all] of Object.entries(related) as [RecordName, readonly RecordName[]][]) {
  if (all.length === 0) continue
  test(`one click leads from ${from} to ${all.join(', ')}`, async () => {
    for (const to of all) {
      await arrive(paths[from])
      // A link to a source may lead to a place in it.
      const [exact, within] = [`a[href="${paths[to]}"]`, `a[href^="${paths[to]}?at="]`]
      const link = page.getByRole('main').locator(`:is(${exact}, ${within})`).first()
      await link.click().catch((cause: unknown) => {
        throw new Error(`No link to ${to}`, { cause })
      })
      await page.waitForURL((url) => (url.pathname + url.search).startsWith(paths[to]))
    }
  })
}

test('the way back leads to the list as it was filtered, also after several records', async () => {
  const back = (label: string) => page.locator('header').getByRole('link', { name: label, exact: true })
  await arrive('/billing?status=paid')
  await page.getByRole('main').locator(`a[href="${paths.invoice}"]`).click()
  await page.waitForURL(paths.invoice)
  await page.getByRole('main').locator(`a[href="${paths.creditNote}"]`).click()
  await page.waitForURL(paths.creditNote)
  await page.getByRole('main').locator(`a[href="${paths.invoice}"]`).click()
  await page.waitForURL(paths.invoice)
  await back('Billing').click()
  await page.waitForURL('/billing?status=paid')

  // The navigation leads to the whole list, and then so does the way back.
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Billing' }).click()
  await page.waitForURL('/billing')
  await page.getByRole('main').locator(`a[href="${paths.invoice}"]`).click()
  await back('Billing').click()
  await page.waitForURL('/billing')
})

test('the way back leads to the list of a project as it was filtered', async () => {
  await arrive(`${paths.sources}?q=call`)
  await page.getByRole('main').locator(`a[href="${paths.source}"]`).click()
  await page.waitForURL(paths.source)
  await page.locator('header').getByRole('link', { name: 'Sources', exact: true }).click()
  await page.waitForURL(`${paths.sources}?q=call`)
})

/** Creates patients with a merge, and an invoice that took stock of a lot, was paid and was credited. */
async function createClinic(client: Client) {
  const [patientId, twinId, mergedId] = await Promise.all(
    ['Ada', 'Adah', 'Edda'].map(async (givenName) => {
      const patient = { givenName, familyName: 'Lovelace', birthDate: '1985-12-10' }
      return (await client.call(createPatient, patient)).id
    }),
  )
  const { id: mergeId } = await client.call(mergePatients, { sourceId: mergedId!, targetId: patientId! })
  const { id: itemId } = await client.call(createItem, {
    sku: 'AMOX-500',
    name: 'Amoxicillin',
    unit: 'capsule',
    lotTracking: true,
  })
  const { receiptId, levels } = await client.call(receiveStock, {
    supplier: 'Medline',
    deliveryNote: '1',
    lines: [{ itemId, quantity: '50', lot: 'B77' }],
  })
  const lotId = levels[0]!.lotId
  const line = { description: 'Amoxicillin', quantity: '20', unitPrice: '0.55', itemId }
  const { id, lines } = await client.call(createInvoice, { patientId: patientId!, lines: [line] })
  const invoiceId = id!
  await client.call(recordPayment, { invoiceId, amount: '11', method: 'cash' })
  await client.call(createCreditNote, {
    invoiceId,
    reason: 'Returned unopened',
    lines: [{ lineId: lines[0]!.id!, quantity: '5' }],
    restock: true,
  })
  const { data: movements } = await client.call(listMovements, { itemId })
  const { data: invoices } = await client.call(listInvoices, { patientId: patientId! })
  const documentOf = (wanted: string) => movements.find(({ reason }) => reason === wanted)?.documentId
  return {
    patient: `/patients/${patientId}`,
    twin: `/patients/${twinId}`,
    merged: `/patients/${mergedId}`,
    merge: `/patients/merges/${mergeId}`,
    statement: `/patients/${patientId}/statement`,
    invoice: `/billing/${invoiceId}`,
    invoicesOf: `/billing?patientId=${patientId}`,
    paymentsOf: `/billing/payments?patientId=${patientId}`,
    newInvoiceFor: `/billing/new?patient=${patientId}`,
    readsOf: `/settings/access-log?patientId=${patientId}`,
    creditNote: `/billing/credit-notes/${invoices[0]?.creditNotes[0]?.id}`,
    item: `/inventory/items/${itemId}`,
    receiveItem: `/inventory/receive?itemId=${itemId}`,
    adjustItem: `/inventory/adjust?itemId=${itemId}`,
    countItem: `/inventory/adjust?itemId=${itemId}&mode=count`,
    movementsOf: `/inventory/movements?itemId=${itemId}`,
    lot: `/inventory/lots/${lotId}`,
    adjustLot: `/inventory/adjust?itemId=${itemId}&lot=B77`,
    receipt: `/inventory/documents/${receiptId}`,
    sale: `/inventory/documents/${documentOf('sold')}`,
    returned: `/inventory/documents/${documentOf('returned')}`,
  }
}

/** The paths of a project, and of what it has. */
async function researchPaths(client: Client) {
  const { projectId, sourceId, trackerId, runId } = await createResearch(client)
  const project = `/projects/${projectId}`
  return {
    sources: `${project}/sources`,
    trackers: `${project}/trackers`,
    skills: `${project}/skills`,
    source: `${project}/sources/${sourceId}`,
    tracker: `${project}/trackers/${trackerId}`,
    run: `${project}/runs/${runId}`,
  }
}
