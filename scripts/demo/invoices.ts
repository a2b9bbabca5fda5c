import * as api from '#contract'
import type { Cast } from './people.ts'
import { readRecords } from './read-records.ts'
import { daysAgo, minutesAgo, type Scene, scene } from './scene.ts'

type InvoiceInput = api.Input<typeof api.createInvoice>
type Line = InvoiceInput['lines'][number] & { sku?: string; place?: string }

interface InvoiceRecord {
  patient: string
  days: number
  lines: (string | Line | (Partial<Line> & { of: string }))[]
  with?: Omit<InvoiceInput, 'patientId' | 'lines'>
  payments?: { days: number; amount?: string; method: api.PaymentMethod; reference?: string }[]
  credit?: { days: number; reason: string; line?: number; restock?: boolean }
  voided?: { days: number; reason: string }
}

/** Creates invoices in every state, with their payments and credit notes. @param ids of patients, items and locations */
export function createInvoices({ as }: Cast, ids: Map<string, string>): Scene[] {
  const { services, invoices } = readRecords<{ services: Record<string, Line>; invoices: InvoiceRecord[] }>(
    'invoices',
  )

  return invoices.flatMap((one, index) => {
    const minute = `${String(10 + (index % 45)).padStart(2, '0')}`
    const when = (days: number, hour: string) =>
      days < 1 ? minutesAgo(60 - (index % 30)) : daysAgo(days, `${hour}:${minute}`)
    let id = ''
    const scenes: Scene[] = []
    const add = (days: number, hour: string, play: Scene['play']) =>
      scenes.push(scene(when(days, hour), play))
    add(one.days, '15', async () => {
      id = (await (await as(index % 2 ? 'sofia' : 'tomasz')).call(api.createInvoice, toInput(one))).id ?? ''
    })
    for (const { days, amount, method, reference } of one.payments ?? []) {
      add(days, '16', async () => {
        const sofia = await as('sofia')
        const due = amount ?? (await sofia.call(api.getInvoice, { invoiceId: id })).totals.due
        await sofia.call(api.recordPayment, {
          invoiceId: id,
          amount: due,
          method,
          ...(reference && { reference }),
        })
      })
    }
    const { credit, voided } = one
    if (credit) {
      add(credit.days, '17', async () => {
        const sofia = await as('sofia')
        const { lines } = await sofia.call(api.getInvoice, { invoiceId: id })
        const chosen = credit.line === undefined ? undefined : [{ lineId: lines[credit.line]?.id ?? '' }]
        await sofia.call(api.createCreditNote, {
          invoiceId: id,
          reason: credit.reason,
          ...(chosen && { lines: chosen }),
          ...(credit.restock && { restock: true }),
        })
      })
    }
    if (voided) {
      add(voided.days, '17', async () =>
        (await as('ravi')).call(api.voidInvoice, { invoiceId: id, reason: voided.reason, restock: true }),
      )
    }
    return scenes
  })

  function toInput({ patient, lines, with: rest = {} }: InvoiceRecord): InvoiceInput {
    const complete = lines.map((line) => {
      const { of, ...own } = typeof line === 'string' ? { of: line } : { of: undefined, ...line }
      const { sku, place, ...fields } = { ...(of && services[of]), ...own } as Line
      return {
        ...fields,
        ...(sku && { itemId: ids.get(sku) ?? '' }),
        ...(place && { locationId: ids.get(place) ?? '' }),
      }
    })
    return { patientId: ids.get(patient) ?? '', ...rest, lines: complete }
  }
}
