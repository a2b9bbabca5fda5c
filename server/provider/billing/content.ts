import type { z } from 'zod'
import { type createInvoice, currencyDecimals, Decimal, type Patient, type Settings } from '#contract'
import type { Invoice, Tax } from '#engines/invoicing'
import { computeInvoice, refuseFields, type Terms, type WrongField } from '#engines/invoicing'
import { invalidField, newId, Refusal } from '#platform'
import { billTo, type Payer } from './bill-to.ts'
import { type GivenDates, refuseDueBefore } from './dates.ts'
import { refusing } from './refusing.ts'
import { exemptionReason, taxOf } from './tax.ts'

/** The part of a request that makes up the invoice. */
export type Content = Omit<z.output<(typeof createInvoice)['body']>, 'draft' | 'preview'>

/** The fields of an invoice that has just been created. */
export const newInvoice = {
  version: 1,
  status: 'draft' as const,
  number: null,
  movements: [],
  payments: [],
  creditNotes: [],
  voidReason: null,
  issuedAt: null,
}

/** A computed invoice before it is stored. */
export interface Draft {
  invoice: Omit<Invoice, keyof typeof newInvoice | 'id' | 'createdAt' | 'createdBy'>
  payer: Payer | null
  /** The day that lists filter by: the issue date, or the day of creation until there is one. */
  day: string
}

/**
 * Computes an invoice from a request.
 * @param day the day of creation in the organisation's time zone
 * @throws Refusal `validation_failed` with an entry for each wrong field
 */
export function compute(content: Content, settings: Settings, patient: Patient, day: string): Draft {
  const currency = content.currency ?? settings.currency
  const decimals = currencyDecimals(currency)
  const zero = Decimal.zero.round(decimals)
  const wrong: WrongField[] = []
  const series = collecting(wrong, () => seriesNamed(content.series, settings).name)
  const dates = collecting(wrong, () => datesOf(content))
  const terms: Terms = {
    decimals,
    taxMode: content.taxMode ?? 'exclusive',
    ...termsOf(content, settings, wrong),
  }
  const computed = collecting(wrong, () => refusing(() => computeInvoice(terms)))
  refusing(() => refuseFields(wrong))
  const { lines, discounts, taxes, totals } = computed!
  const payer = content.payer ?? null
  const invoice = {
    series: series!,
    patientId: content.patientId,
    billTo: billTo(payer, patient),
    currency,
    ...dates!,
    taxMode: terms.taxMode,
    lines: lines.map((amounts, at) => {
      const { description, code = null, itemId = null } = content.lines[at]!
      const { lot = null, acceptExpired = false, locationId = null } = content.lines[at]!
      const line = terms.lines[at]!
      return {
        id: newId(),
        description,
        code,
        ...line,
        discountAmount: line.discountAmount?.round(decimals) ?? null,
        ...amounts,
        itemId,
        lot,
        acceptExpired,
        locationId,
      }
    }),
    discounts: discounts.map(({ net, ...discount }) => ({ ...discount, amount: net })),
    buyerReference: content.buyerReference ?? null,
    note: content.note ?? null,
    totals: {
      ...totals,
      paid: zero,
      credited: zero,
      due: totals.gross,
    },
    taxBreakdown: taxes.map(({ taxCategory, taxRate, net, tax, rounding }) => ({
      category: taxCategory,
      rate: taxRate,
      taxable: net,
      tax,
      rounding,
      exemptionReason: exemptionReason(taxCategory, settings),
    })),
  }
  return { invoice, payer, day: content.issueDate ?? day }
}

/** Returns a series of the settings, by default the first. @throws Refusal `validation_failed` for `series` */
export function seriesNamed(name: string | undefined, { invoiceSeries }: Settings) {
  const series = name === undefined ? invoiceSeries[0] : invoiceSeries.find((series) => series.name === name)
  if (!series) throw invalidField('series', `The settings have no series ${name}`)
  return series
}

function datesOf(content: Content): GivenDates {
  const { issueDate = null, dueDate = null, termsDays = null } = content
  if (dueDate !== null && termsDays !== null) throw invalidField('termsDays', 'Enter either this or dueDate')
  refuseDueBefore(dueDate, issueDate)
  return { issueDate, dueDate, termsDays }
}

/** Reads the lines and discounts, and adds what is wrong with them. */
function termsOf(
  content: Content,
  settings: Settings,
  wrong: WrongField[],
): Pick<Terms, 'lines' | 'discounts'> {
  const untaxed: Tax = { taxCategory: 'Z', taxRate: Decimal.zero }
  const lines = content.lines.map((line, at) => {
    const { quantity, unitPrice, discountPercent = null, discountAmount = null } = line
    const tax = collecting(wrong, () => taxOf(line, settings, `lines[${at}]`)) ?? untaxed
    return { quantity, unitPrice, discountPercent, discountAmount, ...tax }
  })
  const discounts = (content.discounts ?? []).map((discount, at) => {
    const { reason = 'Discount', percent = null, amount = null } = discount
    const ofOneRate = discount.taxRate || discount.taxCategory
    const of = ofOneRate && collecting(wrong, () => taxOf(discount, settings, `discounts[${at}]`))
    return { reason, percent, amount, of: of || null }
  })
  const outside = lines.findIndex(({ taxCategory }) => taxCategory === 'O')
  if (outside !== -1 && lines.some(({ taxCategory }) => taxCategory !== 'O'))
    wrong.push({
      path: `lines[${outside}].taxCategory`,
      // EN 16931 requires this (BR-O-11).
      message: 'Lines not subject to tax need an invoice of their own',
    })
  return { lines, discounts }
}

/** Returns what `read` does. If it refuses fields, adds them to the others that are wrong. */
function collecting<T>(wrong: WrongField[], read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    wrong.push(...error.fields)
    return undefined
  }
}
