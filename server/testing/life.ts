import * as api from '#contract'
import type { TestApp } from './app.ts'
import { addNewcomer } from './newcomer.ts'
import { until, untilImported, untilRead, untilSearched } from './until.ts'

/** Lets people do a little of everything, by HTTP, so that every table has rows. Gives the ids of some. */
export async function live(app: TestApp) {
  const key = await liveAsPeople(app)
  const patients = await treatPatients(app)
  const stock = await keepStock(app)
  const invoices = await bill(app, patients.survivor, stock)
  const erased = await forget(app)
  const importId = await moveIn(app)
  const insights = await learn(app)
  return { key, ...patients, ...stock, ...invoices, erased, importId, ...insights }
}

export type Life = Awaited<ReturnType<typeof live>>

async function liveAsPeople(app: TestApp): Promise<string> {
  const owner = app.as('owner')
  const { id: movedId } = await addNewcomer(app, 'member')
  await app.db.pool.query(`update users set email = 'moved@aerie.test' where id = $1`, [movedId])
  const { id: invitationId } = await owner.call(api.createInvitation, {
    email: 'late@aerie.test',
    role: 'admin',
  })
  await owner.call(api.revokeInvitation, { invitationId })
  const taxRates = [{ name: 'Standard', category: 'S' as const, rate: '20', isDefault: true }]
  await owner.call(api.updateSettings, { taxRates })
  const { call: ask } = await app.withKey('admin')
  await ask(api.updateSettings, { letterhead: { iban: 'DE02120300000000202051' } })
  const { keyId: revoked, ...leaving } = await app.withKey('admin')
  await leaving.call(api.getMe)
  await app.as('admin').call(api.revokeApiKey, { keyId: revoked })
  await app.as('member').call(api.createApiKey, { name: 'For a week', expiresInDays: 7 })
  const { keyId, ...client } = await app.withKey('member')
  await client.call(api.createProject, { name: 'Made twice, once' }, { idempotencyKey: 'twice' })
  await client.call(api.createProject, { name: 'Made twice, once' }, { idempotencyKey: 'twice' })
  await app.as('member').call(api.createApiKey, { name: 'Made once' }, { idempotencyKey: 'secret' })
  return keyId
}

async function forget(app: TestApp): Promise<string> {
  const owner = app.as('owner')
  const { id: patientId } = await owner.call(api.createPatient, { familyName: 'Forgotten' })
  const lines = [{ description: 'Treatment', quantity: '1', unitPrice: '10' }]
  await owner.call(api.createInvoice, { patientId, lines, draft: true })
  await owner.call(api.erasePatient, { patientId, reason: 'Asked in writing' })
  return patientId
}

async function moveIn(app: TestApp): Promise<string> {
  const owner = app.as('owner')
  const file = new File(['id,family name\nIMPORTED-1,Imported\nIMPORTED-2,\n'], 'clinic.csv')
  const { id } = await owner.call(api.createImport, { kind: 'patients', file })
  await untilImported(owner, id)
  return id
}

async function treatPatients(app: TestApp) {
  const owner = app.as('owner')
  const add = async (givenName: string, identifiers: string[] = []) =>
    (
      await owner.call(api.createPatient, {
        givenName,
        familyName: 'Papadaki',
        birthDate: '1980-02-29',
        identifiers: identifiers.map((value) => ({ system: 'clinic', value })),
      })
    ).id
  const merge = async (sourceId: string, targetId: string) =>
    (await owner.call(api.mergePatients, { sourceId, targetId })).id ?? ''
  const [survivor, retired, twin, other, ...more] = await Promise.all([
    add('Eleni', ['1']),
    add('Eleni', ['2', '3']),
    add('Elena', ['1']),
    add('Georg', ['4']),
    add('Heidi'),
    add('Georg'),
  ])
  const merged = await merge(retired!, survivor!)
  // The identifier that both have is kept back.
  await merge(twin!, survivor!)
  await merge(more[1]!, other!)
  await owner.call(api.undoMerge, { mergeId: await merge(more[0]!, other!) })
  await owner.call(api.markNotDuplicates, { patientIds: [survivor!, other!] })
  await owner.call(api.searchDuplicates, {})
  await until(
    () => owner.call(api.listDuplicates, {}),
    ({ search }) => search?.status === 'done',
  )
  return { survivor: survivor!, retired: retired!, merged, other: other!, otherRetired: more[1]! }
}

async function keepStock(app: TestApp) {
  const member = app.as('member')
  const { id: gloves } = await member.call(api.createItem, { sku: 'GLOVES', name: 'Gloves', unit: 'box' })
  const vaccine = { sku: 'VACCINE', name: 'Vaccine', unit: 'vial', lotTracking: true, expiryTracking: true }
  const { id: vials } = await member.call(api.createItem, vaccine)
  const receive = (deliveryNote: string, lines: object[]) =>
    member.call(api.receiveStock, { supplier: 'Acme', deliveryNote, lines: lines as never })
  await receive('1', [
    { itemId: gloves, quantity: 100, unitCost: '1.10' },
    { itemId: vials, quantity: 10, lot: 'A', expiresOn: '2990-01-31', unitCost: '12.3' },
    { itemId: vials, quantity: 100, lot: 'B', expiresOn: '2991-01-31' },
  ])
  await receive('2', [{ itemId: gloves, quantity: 30, unitCost: '1.37' }])
  const { receiptId } = await receive('3', [{ itemId: gloves, quantity: 7, unitCost: '9' }])
  await member.call(api.reverseMovements, { documentId: receiptId })
  await member.call(api.adjustStock, {
    mode: 'delta',
    reason: 'damaged',
    lines: [{ itemId: gloves, quantity: -3 }],
  })
  await member.call(api.adjustStock, {
    mode: 'count',
    reason: 'recount',
    lines: [{ itemId: gloves, quantity: 128 }],
  })
  return { gloves, vials, reversedReceipt: receiptId }
}

async function bill(app: TestApp, patientId: string, { gloves, vials }: { gloves: string; vials: string }) {
  const [owner, member] = [app.as('owner'), app.as('member')]
  const line = (unitPrice: string, more: object = {}) => ({
    description: 'Treatment',
    quantity: '1',
    unitPrice,
    ...more,
  })
  const make = async (body: object): Promise<api.Invoice> =>
    (await member.call(api.createInvoice, { patientId, lines: [line('100')], ...body })) as api.Invoice
  const items = [
    line('9.99', { itemId: vials, quantity: '12' }),
    line('2.05', { itemId: gloves, quantity: '3', taxRate: '7' }),
  ]
  const discounts = [{ percent: '3' }, { amount: '1.5', taxRate: '20' }]

  const invoice = await make({ lines: [line('68.33', { discountPercent: '10' }), ...items], discounts })
  await member.call(api.recordPayment, { invoiceId: invoice.id, amount: '5.00', method: 'cash' })
  const debit = { invoiceId: invoice.id, amount: '7.00', method: 'direct_debit' } as const
  const { payments } = await member.call(api.recordPayment, debit)
  await member.call(api.reversePayment, { paymentId: payments[1]!.id, reason: 'Bounced' })
  const credited = await make({ taxMode: 'inclusive', lines: [line('68.33'), line('57.50'), ...items] })
  for (const { id: lineId } of credited.lines.slice(1, 3))
    await member.call(api.createCreditNote, {
      invoiceId: credited.id,
      lines: [{ lineId }],
      reason: 'Returned',
      restock: true,
    })
  const lowered = await make({ lines: [line('100'), line('20', { taxRate: '7' })] })
  await member.call(api.createCreditNote, { invoiceId: lowered.id, amount: '10', reason: 'Goodwill' })
  await (await member.call(api.getInvoicePdf, { invoiceId: lowered.id })).arrayBuffer()
  const voided = await make({ lines: items })
  await owner.call(api.voidInvoice, { invoiceId: voided.id, reason: 'Mistaken', restock: true })
  await make({ currency: 'JPY', lines: [line('1000', { quantity: '3' })] })
  const { id: invoiceId } = await make({ draft: true, lines: items })
  await member.call(api.issueInvoice, { invoiceId })
  const draft = await make({ draft: true })
  return { invoice: invoice.id, credited: credited.id, voided: voided.id, last: invoiceId, draft: draft.id }
}

async function learn(app: TestApp) {
  const member = app.as('member')
  const { id: projectId } = await member.call(api.createProject, { name: 'Interviews' })
  const { id: spareProject } = await member.call(api.createProject, { name: 'Nothing in it' })
  const texts = [
    'The waiting room was friendly. Nobody had to wait for long.\n\nThe nurse explained the vaccine well 😀.',
    'Ada: The nurse was kind.\nBob: I had to wait, and the waiting room was cold.',
  ]
  const add = async (title: string, kind: 'text' | 'transcript', text: string) =>
    (await member.call(api.createSource, { projectId, title, text, kind })).id
  const source = await add('Interview 1', 'text', texts[0]!)
  const transcript = await add('Interview 2', 'transcript', texts[1]!)
  const file = new File(['%PDF-1.7 and no more'], 'broken.pdf', { type: 'application/pdf' })
  const { id: failed } = await member.call(api.createSource, { projectId, file })
  for (const sourceId of [source, transcript, failed]) await untilRead(member, sourceId)
  await member.call(api.updateSource, { sourceId: transcript, occurredAt: '2026-01-31T23:30:00Z' })

  const track = (name: string, more: object) => member.call(api.createTracker, { projectId, name, ...more })
  const { id: tracker } = await track('Waiting', { phrases: [{ text: 'wait', match: 'stem' }] })
  const { id: asked } = await track('Nurse', { query: 'nurse NEAR/5 (kind OR well)' })
  const { id: gone } = await track('Gone', { phrases: [{ text: 'room' }] })
  await member.call(api.updateTracker, { trackerId: asked, query: 'nurse AND (kind OR explained)' })
  await member.call(api.deleteTracker, { trackerId: gone })
  for (const trackerId of [tracker, asked]) await untilSearched(member, trackerId)
  const { data: mentions } = await member.call(api.getTrackerResults, { trackerId: asked })
  for (const { id } of mentions) await member.call(api.dismissMention, { trackerId: asked, mentionId: id })

  const { id: runId } = await member.call(api.startRun, { name: 'summarize', projectId, wait: 30 })
  const { id: again } = await member.call(api.retryRun, { runId })
  await until(
    () => member.call(api.getRun, { runId: again }),
    ({ status }) => status === 'succeeded',
  )
  const { id: leaving } = await member.call(api.createProject, { name: 'To be deleted' })
  await app.as('owner').call(api.deleteProject, { projectId: leaving })
  return { spareProject, source, failed, tracker, run: runId, again }
}
