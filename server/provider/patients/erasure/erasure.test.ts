import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
import { filesFolder } from '#files'
import { createLog, newId } from '#platform'
import { filesIn, onEachDatabase, placesOf, refusal, testSecrets, until } from '#testing'
import { allInvariants, verify } from '../../../operating/verify.ts'
import { forgetBilled } from '../../billing/forget-billed.ts'
import { addSeries, bill, line } from '../../billing/testing/invoices.ts'
import { errorsOf, imported } from '../../exchange/imports/testing/files.ts'
import { records } from '../testing/records.ts'

/** What identifies the patient, in every field that can. */
const secrets = {
  givenName: 'Xquilia',
  familyName: 'Zarnobska',
  phone: '0991 7735519',
  email: 'xquilia@zarnob.test',
  address: { line: 'Qwistgasse 88', city: 'Vlotzdorf', region: null, postalCode: '93377', country: 'DE' },
}
const formerName = 'Krimpelbeck'
const marks = ['xquilia', 'zarnob', 'krimpelbeck', '7735519', 'qwistgasse', 'vlotzdorf', '93377', 'zz-44910']

onEachDatabase('erasure', (app) => {
  const { query, add, update, merge, undo } = records(app)
  const owner = () => app().as('owner')
  const erase = (patientId: string) =>
    owner().call(api.erasePatient, { patientId, reason: 'Asked in writing' })

  test('leaves nothing that names the patient, but for what the answer lists', async () => {
    const vera = await add({
      ...secrets,
      familyName: formerName,
      identifiers: [{ system: 'insurance', value: 'ZZ-44910' }],
    })
    const { id: patientId } = vera
    await update(vera, { familyName: secrets.familyName })
    const twice = { idempotencyKey: newId() }
    const copy = { givenName: secrets.givenName, familyName: secrets.familyName, phone: secrets.phone }
    const second = await owner().call(api.createPatient, copy, twice)
    const third = await add({ ...copy, email: secrets.email })
    const stranger = await add({ givenName: 'Anton', familyName: 'Berg' })
    await merge(second, vera, { reason: 'Xquilia came twice' })
    const wrong = await merge(third, stranger, { fieldChoices: { familyName: 'source', phone: 'source' } })
    await undo(wrong)
    await merge(third, vera)
    await owner().call(api.markNotDuplicates, { patientIds: [patientId, stranger.id] })
    await bill(app(), { patientId, draft: true, payer: { name: 'Zarnobska Estate' } })
    const invoice = await bill(app(), { patientId, note: 'For Xquilia', payer: { name: 'Zarnobska Ltd' } })
    await owner().call(api.recordPayment, {
      invoiceId: invoice.id,
      amount: '20',
      method: 'transfer',
      reference: 'Zarnobska',
    })
    await owner().call(api.createCreditNote, {
      invoiceId: invoice.id,
      amount: '10',
      reason: 'Xquilia paid more',
    })
    await (await owner().call(api.getInvoicePdf, { invoiceId: invoice.id })).arrayBuffer()
    const row = `${secrets.givenName},${secrets.familyName},${secrets.phone},${secrets.email}`
    const file = `id,given name,family name,phone,email\nkey-zarnobska,Xquilia,Imported,1,\n7,${row}\n`
    const { counts } = await imported(app(), 'patients', file)
    assert.deepEqual([counts.created, counts.flagged], [1, 1])
    const [fromFile] = (await owner().call(api.listPatients, { q: 'Xquilia Imported' })).data
    await merge(fromFile!, vera)
    await until(
      () => owner().call(api.listPatientReads, { patientId }),
      ({ data }) => data.length > 1,
    )

    const { removed, kept } = await erase(third.id)
    assert.deepEqual(
      removed.map(({ what }) => what),
      [...api.erasedThings],
    )
    assert.deepEqual(removed[0], { what: 'records', count: 4 })
    const year = new Date().getUTCFullYear()
    assert.deepEqual(
      kept.map(({ what, until }) => [what, until]),
      [
        ['1 issued invoice with payments and credit notes', `${year + 10}-12-31`],
        ['Backups from before this erasure', null],
      ],
    )
    const ofInvoice = [
      'credit_notes.reason',
      'invoices.bill_to',
      'invoices.billed_to',
      'invoices.note',
      'invoices.payer',
    ]
    const ofPayment = [
      'issued_files.content',
      'payer_names.name',
      'payments.invoice_text',
      'payments.reference',
    ]
    assert.deepEqual(await placesOf(app().db, ...marks), [...ofInvoice, ...ofPayment])
    assert.deepEqual(await query('select patient_id from invoices where id = $1', [invoice.id]), [
      { patient_id: null },
    ])

    await refusal(owner().call(api.getPatient, { patientId }), 'patient_not_found')
    await refusal(erase(patientId), 'patient_not_found')
    await refusal(owner().call(api.createPatient, copy, twice), 'already_done')
    for (const q of ['Xquilia', 'Zarnobska', formerName])
      assert.deepEqual((await owner().call(api.listPatients, { q })).data, [], q)
    assert.deepEqual((await owner().call(api.getPatient, { patientId: stranger.id })).familyName, 'Berg')
    const { data } = await owner().call(api.listPatientHistory, { patientId: stranger.id })
    assert.deepEqual(
      data.map(({ kind, fields }) => [kind, fields.length]),
      [
        ['update', 0],
        ['update', 0],
        ['create', 2],
      ],
    )
    const [entry] = (await owner().call(api.listAuditLog, { action: 'patient.erase' })).data
    assert.deepEqual(entry!.details, { reason: 'Asked in writing', records: 4 })
    const created = (await owner().call(api.listAuditLog, { action: 'patient.create' })).data
    assert.ok(created.some(({ target }) => target.id === patientId && target.label === api.erasedLabel))
  })

  test('removes a name from messages of imports, and no message that only has its letters', async () => {
    await add({ givenName: 'Bob', familyName: 'Stone', phone: '0991 1234567', email: 'bob@stone.test' })
    const file = 'id,given name,family name,phone,email\n1,Bob,Stone,0991 1234567,bob@stone.test\n'
    const done = await imported(app(), 'patients', file)
    const [before] = await errorsOf(app(), done)
    assert.match(before!, /Likely the same patient as Bob Stone/)
    const twins =
      'id,given name,family name,phone,email\n2,Ned,Twin,0991 7,ned@twin.test\n3,Ned,Twin,0991 7,ned@twin.test\n'
    const both = await imported(app(), 'patients', twins)
    assert.match((await errorsOf(app(), both)).join(), /as Ned Twin.* in row/)
    for (const { id } of (await owner().call(api.listPatients, { q: 'Ned Twin' })).data) await erase(id)
    assert.doesNotMatch((await errorsOf(app(), both)).join(), /Ned/)
    for (const familyName of ['Li', '-']) await erase((await add({ familyName })).id)
    assert.deepEqual(await errorsOf(app(), done), [before])
  })

  test('keeps invoices listed and paid without their patient, and what must hold', async () => {
    const patient = await add({ givenName: 'Ida', familyName: 'Voss' })
    const invoice = await bill(app(), { patientId: patient.id })
    await erase(patient.id)
    const after = await owner().call(api.recordPayment, {
      invoiceId: invoice.id,
      amount: '120',
      method: 'cash',
    })
    assert.deepEqual([after.patientId, after.billTo.name, after.status], [null, 'Ida Voss', 'paid'])
    const [payment] = (await owner().call(api.listPayments, { q: invoice.number! })).data
    assert.deepEqual([payment!.patient, payment!.billedTo], [null, 'Ida Voss'])
    assert.equal((await owner().call(api.listInvoices, { q: 'Voss' })).data.length, 1)
    for (const kind of ['invoices', 'payments'] as const) {
      const all = await (await owner().call(api.exportRecords, { kind, format: 'ndjson' })).text()
      assert.ok(all.includes(invoice.id))
    }
    const { id: itemless } = await bill(app(), { patientId: (await add({ familyName: 'Voided' })).id })
    await owner().call(api.voidInvoice, { invoiceId: itemless, reason: 'Wrong' })
    const files = filesIn(filesFolder(app().dataDir))
    const invariants = allInvariants({ files, secrets: testSecrets }, { readFiles: true, scanTexts: true })
    assert.deepEqual(await verify(app().db, invariants), [])
  })

  test('takes the names from invoices once their retention ends, with the year', async () => {
    const series = await addSeries(app(), 'Old')
    const issued = async (issueDate: string) => {
      const { id } = await add({ givenName: 'Oldrun', familyName: 'Ybenthal' })
      const content = {
        note: 'Oldrun',
        payer: { name: 'Ybenthal Ltd' },
        lines: [line('100', '20', { description: 'Ybenthal' })],
      }
      const invoice = await bill(app(), { patientId: id, series, issueDate, ...content })
      await owner().call(api.recordPayment, {
        invoiceId: invoice.id,
        amount: '20',
        method: 'cash',
        reference: 'Oldrun',
      })
      await owner().call(api.createCreditNote, { invoiceId: invoice.id, amount: '10', reason: 'Oldrun' })
      for (const operation of [api.getInvoicePdf, api.getInvoiceUbl])
        await owner()
          .call(operation, { invoiceId: invoice.id })
          .then(
            (file) => file.arrayBuffer(),
            () => {},
          )
      await erase(id)
      return invoice.id
    }
    const year = new Date().getUTCFullYear()
    const ended = await issued(`${year - 3}-12-31`)
    const lasting = await issued(`${year - 2}-01-01`)
    await owner().call(api.updateSettings, { retention: { invoicesYears: 2 } })
    const run = () =>
      forgetBilled.run({ db: app().db, log: createLog('silent'), signal: new AbortController().signal }, {})
    await run()
    await run()
    const [before, after] = [
      await owner().call(api.getInvoice, { invoiceId: lasting }),
      await owner().call(api.getInvoice, { invoiceId: ended }),
    ]
    assert.equal(before.billTo.name, 'Ybenthal Ltd')
    assert.deepEqual([after.billTo.name, after.billTo.patientName, after.note], ['Removed', 'Removed', null])
    assert.deepEqual({ ...after.totals }, { ...before.totals })
    await owner().call(api.updateSettings, { retention: { invoicesYears: 1 } })
    await run()
    assert.deepEqual(await placesOf(app().db, 'ybenthal', 'oldrun'), [])
    await owner().call(api.updateSettings, { retention: { invoicesYears: 10 } })
  })

  test('is refused where a name would have to be kept out of order', async () => {
    for (const statement of [
      'delete from patient_changes',
      'update audit_labels set label = label',
      'update access_log set address = null',
      'delete from payments',
      'update invoices set note = null',
      'delete from erasures',
    ])
      await assert.rejects(query(statement), /refused|frozen/, statement)
  })
})
