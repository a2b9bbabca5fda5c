import { z } from 'zod'
import { roles } from './actor.ts'
import { operationIn } from './operation.ts'
import { decimalInput, quantityInput } from './rules/decimals.ts'
import { pdfQuery, profileErrors, ublQuery } from './rules/e-invoices.ts'
import { date, id, listQuery, page, text } from './rules/fields.ts'
import { creditNoteDocument, invoice } from './rules/invoice.ts'
import { patientId } from './rules/patient-id.ts'

const operation = operationIn('billing')

export const createCreditNote = operation({
  id: 'billing.createCreditNote',
  method: 'POST',
  path: '/api/billing/invoices/:invoiceId/credit-notes',
  summary: 'Create a credit note for an invoice, for some of its lines, or for an amount.',
  allow: roles,
  params: z.strictObject({ invoiceId: id }),
  body: z
    .strictObject({
      lines: z
        .array(
          z.strictObject({
            lineId: id,
            quantity: quantityInput.optional().describe('Defaults to the uncredited quantity'),
          }),
        )
        .min(1, 'Select at least one line')
        .max(200, 'At most 200 lines')
        .optional()
        .describe('Defaults to everything not yet credited'),
      amount: decimalInput({ sign: 'positive', digits: 12, decimals: 3 })
        .optional()
        .describe(
          'The total of the credit note, including tax, instead of quantities. It is split across the lines in proportion to what is left of them',
        ),
      reason: text(1, 1000),
      restock: z.boolean().optional().describe('Return the credited items to stock'),
    })
    .superRefine(({ lines = [], amount, restock }, { addIssue }) => {
      if (!amount) return
      const wrong = (path: (string | number)[], message: string) =>
        addIssue({ code: 'custom', path, message })
      if (restock) wrong(['restock'], 'Enter quantities instead of an amount to return items to stock')
      for (const [at, { quantity }] of lines.entries())
        if (quantity) wrong(['lines', at, 'quantity'], 'Enter either this or amount')
    }),
  result: invoice,
  status: 201,
  errors: ['invoice_not_found', 'invoice_not_issued', 'invoice_void', 'credit_exceeds_invoice'],
})

export const listCreditNotes = operation({
  id: 'billing.listCreditNotes',
  method: 'GET',
  path: '/api/billing/credit-notes',
  summary: 'List credit notes, newest first.',
  allow: roles,
  query: listQuery.extend({
    patientId: patientId
      .optional()
      .describe('The id of a merged record returns the surviving record’s credit notes'),
    invoiceId: id.optional(),
    q: text(1, 200)
      .optional()
      .describe('Part of the number, or parts of the invoice’s number and billed name'),
    from: date.optional().describe('Issued on or after this date'),
    to: date.optional().describe('Issued on or before this date'),
  }),
  result: page(creditNoteDocument),
  mcp: { readOnly: true, destructive: false },
})

const params = z.strictObject({ creditNoteId: id })

export const getCreditNote = operation({
  id: 'billing.getCreditNote',
  method: 'GET',
  path: '/api/billing/credit-notes/:creditNoteId',
  summary: 'Get a credit note.',
  allow: roles,
  params,
  result: creditNoteDocument,
  errors: ['credit_note_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const getCreditNotePdf = operation({
  id: 'billing.getCreditNotePdf',
  method: 'GET',
  path: '/api/billing/credit-notes/:creditNoteId/pdf',
  summary: 'Download a credit note as a PDF, or as a PDF with an embedded e-invoice.',
  allow: roles,
  params,
  query: pdfQuery,
  result: { media: ['application/pdf'], showsPatients: true },
  errors: ['credit_note_not_found', ...profileErrors],
})

export const getCreditNoteUbl = operation({
  id: 'billing.getCreditNoteUbl',
  method: 'GET',
  path: '/api/billing/credit-notes/:creditNoteId/ubl',
  summary: 'Download a credit note as UBL 2.1, according to EN 16931, Peppol or XRechnung.',
  allow: roles,
  params,
  query: ublQuery,
  result: { media: ['application/xml'], showsPatients: true },
  errors: ['credit_note_not_found', ...profileErrors],
})
