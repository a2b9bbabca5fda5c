import { createCreditNote, createInvoice, getInvoice, recordPayment, voidInvoice } from '#contract'
import { type Invoiced, invoiced } from './invoice-records.ts'
import type { Cast } from './people.ts'
import { daysAgo, minutesAgo, type Scene } from './scene.ts'

/** Invoices in every state, with what followed. @param ids of patients and items */
export function invoicing({ as }: Cast, ids: Map<string, string>): Scene[] {
  return invoiced.flatMap((one, index) => {
    const minute = `${String(10 + (index % 45)).padStart(2, '0')}`
    const when = (days: number, hour: string) =>
      days < 1 ? minutesAgo(60 - (index % 30)) : daysAgo(days, `${hour}:${minute}`)
    let id = ''
    const scenes: Scene[] = [
      {
        at: when(one.days, '15'),
        async play() {
          id =
            (await (await as(index % 2 ? 'sofia' : 'tomasz')).call(createInvoice, toInput(one, ids))).id ?? ''
        },
      },
    ]
    for (const { days, amount, method, reference } of one.payments ?? []) {
      scenes.push({
        at: when(days, '16'),
        async play() {
          const sofia = await as('sofia')
          const due = amount ?? (await sofia.call(getInvoice, { invoiceId: id })).totals.due
          await sofia.call(recordPayment, {
            invoiceId: id,
            amount: due,
            method,
            ...(reference && { reference }),
          })
        },
      })
    }
    const { credit, voided } = one
    if (credit) {
      scenes.push({
        at: when(credit.days, '17'),
        async play() {
          const sofia = await as('sofia')
          const { lines } = await sofia.call(getInvoice, { invoiceId: id })
          const chosen = credit.line === undefined ? undefined : [{ lineId: lines[credit.line]?.id ?? '' }]
          await sofia.call(createCreditNote, {
            invoiceId: id,
            reason: credit.reason,
            ...(chosen && { lines: chosen }),
            ...(credit.restock && { restock: true }),
          })
        },
      })
    }
    if (voided) {
      scenes.push({
        at: when(voided.days, '17'),
        play: async () =>
          (await as('ravi')).call(voidInvoice, { invoiceId: id, reason: voided.reason, restock: true }),
      })
    }
    return scenes
  })
}

function toInput({ patient, lines, with: more = {} }: Invoiced, ids: Map<string, string>) {
  return {
    patientId: ids.get(patient) ?? '',
    ...more,
    lines: lines.map(({ sku, place, ...line }) => ({
      ...line,
      ...(sku && { itemId: ids.get(sku) ?? '' }),
      ...(place && { locationId: ids.get(place) ?? '' }),
    })),
  }
}
