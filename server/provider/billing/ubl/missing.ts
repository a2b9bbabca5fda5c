import type { Invoice, TaxCategory } from '#contract'
import { Refusal } from '#platform'
import type { Seller } from '../seller.ts'

interface Lack {
  path: string
  message: string
}

const categoriesWithSellersVat: TaxCategory[] = ['S', 'Z', 'E', 'AE', 'K', 'G']
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** A code of ISO 3166 that exists. */
export const isCountry = (code: string | null): code is string =>
  code !== null && /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined

/** BR-CO-9: a VAT identifier begins with its country, which for Greece may be EL. Other tax numbers do not. */
export const isVatIdentifier = (id: string | null): id is string =>
  id !== null && /^[A-Z]{2}[0-9A-Z]/.test(id) && (id.startsWith('EL') || isCountry(id.slice(0, 2)))

/**
 * Refuses what would be no invoice of EN 16931.
 * @throws Refusal `letterhead_incomplete` naming what the settings lack, or `invoice_not_en16931` naming what the invoice
 * lacks.
 */
export function refuseIncomplete(invoice: Invoice, { letterhead, organisationName }: Seller): void {
  const categories = new Set(invoice.taxBreakdown.map(({ category }) => category))
  const outside = categories.has('O')
  const lacks: Lack[] = []
  if (!organisationName) lacks.push({ path: 'organisationName', message: 'Enter the name (BR-06)' })
  if (!isCountry(letterhead.country)) {
    lacks.push({ path: 'letterhead.country', message: 'Enter the country, such as DE (BR-09)' })
  }
  if (outside && !letterhead.registration) {
    const message = 'Enter it: an invoice outside the scope of tax has no VAT identifier (BR-CO-26)'
    lacks.push({ path: 'letterhead.registration', message })
  }
  if (categoriesWithSellersVat.some((category) => categories.has(category))) {
    const crossing = categories.has('K') || categories.has('G')
    if (!letterhead.taxId) {
      lacks.push({ path: 'letterhead.taxId', message: 'Enter the VAT identifier or tax number (BR-S-02)' })
    } else if (!isVatIdentifier(letterhead.taxId) && (crossing || !letterhead.registration)) {
      const message = 'Enter the VAT identifier with its country’s letters, such as DE123456789 (BR-CO-26)'
      lacks.push({ path: 'letterhead.taxId', message })
    }
  }
  refuse('letterhead_incomplete', lacks)

  const inInvoice: Lack[] = []
  if (outside && categories.size > 1) {
    const message = 'What is outside the scope of tax needs an invoice of its own (BR-O-11)'
    inInvoice.push({ path: 'taxBreakdown', message })
  }
  const { taxId } = invoice.billTo
  if (categories.has('K') ? !isVatIdentifier(taxId) : categories.has('AE') && !taxId) {
    inInvoice.push({
      path: 'billTo.taxId',
      message: 'The buyer’s VAT identifier is needed (BR-AE-02, BR-IC-02)',
    })
  }
  refuse('invoice_not_en16931', inInvoice)
}

function refuse(code: 'letterhead_incomplete' | 'invoice_not_en16931', fields: Lack[]): void {
  if (fields.length > 0)
    throw new Refusal(code, fields.map(({ message }) => `${message}.`).join(' '), { fields })
}
