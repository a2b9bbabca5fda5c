import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createCreditNote,
  createPatient,
  getCreditNotePdf,
  getCreditNoteUbl,
  getInvoice,
  getInvoicePdf,
  getInvoiceUbl,
  issueInvoice,
  type UblProfile,
  updateSettings,
  voidInvoice,
} from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'
import { readTerms } from '../../../engines/invoicing/en16931/testing/read-terms.ts'
import { readValid } from '../../../engines/invoicing/en16931/testing/rules.ts'
import { filesIn, pagesOf, withoutPoppler } from './pdf/testing/poppler.ts'
import { addPatient, bill, line } from './testing/invoices.ts'

onDatabase('invoices as documents', (app) => {
  const member = () => app().as('member')
  const letterhead = { country: 'DE', taxId: 'DE123456789', iban: 'DE89370400440532013000' }
  const fillLetterhead = () => app().as('owner').call(updateSettings, { letterhead })

  test('an invoice can be downloaded as a PDF named by its number', async () => {
    const { id: patientId } = await member().call(createPatient, { givenName: 'أحمد', familyName: '田中' })
    const { id: invoiceId, number } = await bill(app(), { patientId, lines: [line('100')] })
    const answer = await member().call(getInvoicePdf, { invoiceId })
    assert.equal(answer.headers.get('content-type'), 'application/pdf')
    assert.equal(answer.headers.get('content-disposition'), `attachment; filename="${number}.pdf"`)
    assert.equal((await answer.text()).slice(0, 5), '%PDF-')
  })

  test('the PDF has the content of the invoice', { skip: withoutPoppler }, async () => {
    const made = await bill(app(), { lines: [line('19.99')], note: 'See you soon.' })
    const answer = await member().call(getInvoicePdf, { invoiceId: made.id })
    const text = pagesOf(Buffer.from(await answer.arrayBuffer())).join('\n')
    for (const said of [made.number!, made.billTo.name, '€23.99', 'See you soon.'])
      assert.ok(text.includes(said))
  })

  test('an issued invoice keeps its seller, and a draft has that of the current settings', async () => {
    const moveTo = (city: string, bank: string) =>
      app()
        .as('owner')
        .call(updateSettings, {
          organisationName: `Practice of ${city}`,
          letterhead: { ...letterhead, city, bank },
        })
    await moveTo('Alt', 'Altbank')
    const { id: invoiceId } = await bill(app())
    const { id: draftId } = await bill(app(), { draft: true })
    await moveTo('Neu', 'Neubank')
    const ubl = await (await member().call(getInvoiceUbl, { invoiceId })).text()
    assert.ok(ubl.includes('Practice of Alt') && !ubl.includes('Neu'), ubl)
    if (withoutPoppler) return
    const textOf = async (id: string) => {
      const answer = await member().call(getInvoicePdf, { invoiceId: id })
      return pagesOf(Buffer.from(await answer.arrayBuffer())).join('\n')
    }
    const [issued, drafted] = [await textOf(invoiceId), await textOf(draftId)]
    assert.ok(
      issued.includes('Practice of Alt') && issued.includes('Altbank') && !issued.includes('Neu'),
      issued,
    )
    assert.ok(drafted.includes('Practice of Neu') && !drafted.includes('Alt'), drafted)
  })

  test('an invoice issued before electronic addresses existed has none', async () => {
    const { id: invoiceId, billTo } = await bill(app())
    await app().db.pool.query(`begin;
      alter table invoices disable trigger invoices_frozen;
      update invoices set bill_to = bill_to - 'electronicAddress',
        seller = seller #- '{letterhead,electronicAddress}' #- '{letterhead,contactName}' where id = '${invoiceId}';
      alter table invoices enable trigger invoices_frozen;
      commit`)
    assert.deepEqual((await member().call(getInvoice, { invoiceId })).billTo, billTo)
    await (await member().call(getInvoicePdf, { invoiceId })).arrayBuffer()
  })

  test('a draft has a PDF, but no UBL until it is issued', async () => {
    const { id: invoiceId } = await bill(app(), { draft: true })
    const pdf = await member().call(getInvoicePdf, { invoiceId })
    assert.equal(pdf.headers.get('content-disposition'), `attachment; filename="draft-${invoiceId}.pdf"`)
    await pdf.arrayBuffer()
    await refusal(member().call(getInvoiceUbl, { invoiceId }), 'invoice_not_issued')
    await fillLetterhead()
    await member().call(issueInvoice, { invoiceId })
    await (await member().call(getInvoiceUbl, { invoiceId })).text()
  })

  test('a void invoice has a PDF, but no UBL', async () => {
    const { id: invoiceId } = await bill(app())
    await app().as('admin').call(voidInvoice, { invoiceId, reason: 'Billed twice' })
    await (await member().call(getInvoicePdf, { invoiceId })).arrayBuffer()
    await refusal(member().call(getInvoiceUbl, { invoiceId }), 'invoice_void')
  })

  test('an invoice can be downloaded as UBL that satisfies EN 16931', async () => {
    await fillLetterhead()
    const made = await bill(app(), {
      taxMode: 'inclusive',
      lines: [
        { ...line('1.96', '13'), quantity: '2' },
        { ...line('0.04', '24'), quantity: '2' },
      ],
    })
    const answer = await member().call(getInvoiceUbl, { invoiceId: made.id })
    assert.equal(answer.headers.get('content-type'), 'application/xml')
    assert.equal(answer.headers.get('content-disposition'), `attachment; filename="${made.number}.xml"`)
    const terms = readValid(await answer.text(), 'en16931')
    assert.deepEqual([terms['BT-1'], terms['BT-115']], [made.number, '4.00'])
  })

  test('an invoice is downloaded by the rules of its receiver, or refused with what it lacks', async () => {
    await app()
      .as('owner')
      .call(updateSettings, {
        letterhead: {
          ...letterhead,
          city: 'Berlin',
          postalCode: '10115',
          contactName: 'Front desk',
          phone: '030 123456',
          email: 'desk@practice.example',
          electronicAddress: '9930:DE123456789',
        },
      })
    const payer = { name: 'Fund', city: 'Bonn', postalCode: '53111', country: 'DE' }
    const electronicAddress = '0204:991-01484-64'
    const made = await bill(app(), { buyerReference: 'B-1', payer: { ...payer, electronicAddress } })
    const read = async (invoiceId: string, profile: UblProfile) =>
      readValid(await (await member().call(getInvoiceUbl, { invoiceId, profile })).text(), profile)
    await read(made.id, 'peppol')
    await read(made.id, 'xrechnung')

    const lacking = await bill(app(), { payer })
    const problem = await refusal(read(lacking.id, 'peppol'), 'invoice_incomplete')
    assert.deepEqual(
      problem.errors?.map(({ path }) => path),
      ['buyerReference', 'billTo.electronicAddress'],
    )
    await read(lacking.id, 'en16931')
    await refusal(read(made.id, 'factur-x' as UblProfile), 'validation_failed')

    const { creditNotes } = await member().call(createCreditNote, { invoiceId: made.id, reason: 'Returned' })
    for (const profile of ['peppol', 'xrechnung'] as const) {
      const answer = await member().call(getCreditNoteUbl, { creditNoteId: creditNotes[0]!.id, profile })
      assert.equal(readValid(await answer.text(), profile)['BT-3'], '381')
    }
  })

  test('an issued invoice and its credit note have PDFs with e-invoices, a draft and a void one have not', async () => {
    await fillLetterhead()
    const profile = 'zugferd'
    const { id: invoiceId } = await bill(app())
    const pdf = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer())
    const made = await pdf(member().call(getInvoicePdf, { invoiceId, profile }))
    const { creditNotes } = await member().call(createCreditNote, { invoiceId, reason: 'Returned' })
    const creditNoteId = creditNotes[0]!.id
    const credited = await pdf(member().call(getCreditNotePdf, { creditNoteId, profile }))
    if (!withoutPoppler)
      for (const [file, type] of [
        [made, '380'],
        [credited, '381'],
      ] as const)
        assert.equal(readTerms(String(filesIn(file).get('factur-x.xml')))['BT-3'], type)
    const { id: draftId } = await bill(app(), { draft: true })
    await refusal(member().call(getInvoicePdf, { invoiceId: draftId, profile }), 'invoice_not_issued')
    const { id: voidId } = await bill(app())
    await app().as('admin').call(voidInvoice, { invoiceId: voidId, reason: 'Billed twice' })
    await refusal(member().call(getInvoicePdf, { invoiceId: voidId, profile }), 'invoice_void')
  })

  test('a letterhead without a country is refused, with the field, until one is entered', async () => {
    await app()
      .as('owner')
      .call(updateSettings, { letterhead: { country: '', taxId: '' } })
    const { id: invoiceId } = await bill(app(), { patientId: await addPatient(app()), lines: [line('10')] })
    const hybrid = member().call(getInvoicePdf, { invoiceId, profile: 'zugferd' })
    await refusal(hybrid, 'letterhead_incomplete')
    const problem = await refusal(member().call(getInvoiceUbl, { invoiceId }), 'letterhead_incomplete')
    assert.deepEqual(
      problem.errors?.map(({ path }) => path),
      ['letterhead.country', 'letterhead.taxId'],
    )
    await fillLetterhead()
    await (await member().call(getInvoiceUbl, { invoiceId })).text()
  })

  test('unknown invoices are not found', async () => {
    await refusal(member().call(getInvoicePdf, { invoiceId: newId() }), 'invoice_not_found')
    await refusal(member().call(getInvoiceUbl, { invoiceId: newId() }), 'invoice_not_found')
  })
})
