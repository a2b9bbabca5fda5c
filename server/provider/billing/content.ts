import type { z } from 'zod'
import { type createInvoice, currencyDecimals, type Invoice, type Patient, type Settings } from '#contract'
import { invalidField, newId, Refusal } from '#platform'
import { computeInvoice, type Terms } from './arithmetic/invoice.ts'
import type { Split } from './arithmetic/split.ts'
import { fromUnits, toUnits } from './arithmetic/units.ts'
import { billTo, type Payer } from './bill-to.ts'
import { refuseDueBefore, type SaidDates } from './dates.ts'
import { refuseFields, type WrongField } from './refuse-fields.ts'
import { exemptionReason, taxOf } from './tax.ts'

/** What an invoice says, of the body of a request. */
export type Content = Omit<z.output<(typeof createInvoice)['body']>, 'draft' | 'preview'>

/** What an invoice says and comes to, before it is made. */
export interface Draft {
  invoice: Pick<
    Invoice,
    | 'series'
    | 'patientId'
    | 'billTo'
    | 'currency'
    | 'issueDate'
    | 'dueDate'
    | 'termsDays'
    | 'taxMode'
    | 'lines'
    | 'discounts'
    | 'note'
    | 'totals'
    | 'taxBreakdown'
  >
  payer: Payer | null
  /** Under which it is found: the day on which it is made, where it has no issue date yet. */
  day: string
}

/**
 * Computes an invoice from what is said of it.
 * @param day the day on which it is made, at the organisation
 * @throws Refusal `validation_failed` with an entry for each wrong field
 */
export function compute(content: Content, settings: Settings, patient: Patient, day: string): Draft {
  const currency = content.currency ?? settings.currency
  const decimals = currencyDecimals(currency)
  const money = (units: bigint) => fromUnits(units, decimals)
  const splitOf = ({ net, tax, gross }: Split) => ({ net: money(net), tax: money(tax), gross: money(gross) })
  const terms: Terms = { decimals, taxMode: content.taxMode ?? 'exclusive', ...termsOf(content, settings) }
  const { lines, discounts, taxes, totals } = computeInvoice(terms)
  const payer = content.payer ?? null
  const invoice = {
    series: seriesNamed(content.series, settings).name,
    patientId: content.patientId,
    billTo: billTo(payer, patient),
    currency,
    ...datesOf(content),
    taxMode: terms.taxMode,
    lines: lines.map((amounts, at) => {
      const { description, code = null, itemId = null, lot = null, locationId = null } = content.lines[at]!
      const said = terms.lines[at]!
      return {
        id: newId(),
        description,
        code,
        ...said,
        discountAmount: said.discountAmount && money(toUnits(said.discountAmount, decimals)),
        discount: money(amounts.discount),
        ...splitOf(amounts),
        itemId,
        lot,
        locationId,
      }
    }),
    discounts: discounts.map(({ reason, percent, of, net, tax, gross }) => ({
      reason,
      percent,
      amount: money(net),
      tax: money(tax),
      gross: money(gross),
      ...of,
    })),
    note: content.note ?? null,
    totals: {
      ...splitOf(totals),
      discount: money(totals.discount),
      paid: money(0n),
      credited: money(0n),
      due: money(totals.gross),
    },
    taxBreakdown: taxes.map(({ of, net, tax }) => ({
      category: of.taxCategory,
      rate: of.taxRate,
      taxable: money(net),
      tax: money(tax),
      exemptionReason: exemptionReason(of.taxCategory, settings),
    })),
  }
  return { invoice, payer, day: content.issueDate ?? day }
}

/** The series of the settings: the first where none is named. @throws Refusal `validation_failed` for `series` */
export function seriesNamed(name: string | undefined, { invoiceSeries }: Settings) {
  const series = name === undefined ? invoiceSeries[0] : invoiceSeries.find((series) => series.name === name)
  if (!series) throw invalidField('series', `The settings have no series ${name}`)
  return series
}

function datesOf(content: Content): SaidDates {
  const { issueDate = null, dueDate = null, termsDays = null } = content
  if (dueDate !== null && termsDays !== null) throw invalidField('termsDays', 'Either this or dueDate')
  refuseDueBefore(dueDate, issueDate)
  return { issueDate, dueDate, termsDays }
}

/** What is computed with. All that is wrong with the lines and discounts is said at once. */
function termsOf(content: Content, settings: Settings): Pick<Terms, 'lines' | 'discounts'> {
  const wrong: WrongField[] = []
  const lines = content.lines.map((line, at) => {
    const path = `lines[${at}]`
    const { quantity, unitPrice, discountPercent = null, discountAmount = null } = line
    if (discountPercent !== null && discountAmount !== null)
      wrong.push({ path: `${path}.discountAmount`, message: 'Either this or discountPercent' })
    if (!line.itemId) {
      if (line.lot) wrong.push({ path: `${path}.lot`, message: 'Say the item, too' })
      if (line.locationId) wrong.push({ path: `${path}.locationId`, message: 'Say the item, too' })
    }
    return {
      quantity,
      unitPrice,
      discountPercent,
      discountAmount,
      ...noting(() => taxOf(line, settings, path)),
    }
  })
  const discounts = (content.discounts ?? []).map((discount, at) => {
    const path = `discounts[${at}]`
    const { reason = 'Discount', percent = null, amount = null } = discount
    if ((percent === null) === (amount === null))
      wrong.push({ path: `${path}.amount`, message: 'Either this or percent' })
    const ofOneRate = discount.taxRate || discount.taxCategory
    return { reason, percent, amount, of: ofOneRate ? noting(() => taxOf(discount, settings, path)) : null }
  })
  const outside = lines.findIndex(({ taxCategory }) => taxCategory === 'O')
  if (outside !== -1 && lines.some(({ taxCategory }) => taxCategory !== 'O'))
    wrong.push({
      path: `lines[${outside}].taxCategory`,
      // EN 16931 BR-O-11
      message: 'What is not subject to tax cannot stand on one invoice with what is',
    })
  refuseFields(wrong)
  return { lines, discounts }

  function noting(read: () => ReturnType<typeof taxOf>): ReturnType<typeof taxOf> {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      wrong.push(...error.fields)
      return { taxCategory: 'Z', taxRate: '0' }
    }
  }
}
