import { currencyDecimals, type TaxCategory } from '#contract'
import { Refusal } from '#platform'
import type { WrongField } from '../refuse-fields.ts'
import type { Seller } from '../seller.ts'
import type { BillingDocument } from './document.ts'

const categoriesWithSellersVat: TaxCategory[] = ['S', 'Z', 'E', 'AE', 'K', 'G']
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Whether the text is an assigned ISO 3166 code. */
export const isCountry = (code: string | null): code is string =>
  code !== null && /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined

/** A VAT identifier begins with its country (BR-CO-9), which for Greece can be EL. Other tax numbers do not. */
export const isVatIdentifier = (id: string | null): id is string =>
  id !== null && /^[A-Z]{2}[0-9A-Z]/.test(id) && (id.startsWith('EL') || isCountry(id.slice(0, 2)))

/**
 * Refuses documents that EN 16931 does not allow.
 * @throws Refusal `letterhead_incomplete` naming the missing settings, or `invoice_not_en16931` naming the wrong fields of
 * the document
 */
export function refuseIncomplete(document: BillingDocument, { letterhead, organisationName }: Seller): void {
  const categories = new Set(document.taxBreakdown.map(({ category }) => category))
  const { country, registration, taxId } = letterhead
  const outsideScope = categories.has('O')
  const needsTaxId = categoriesWithSellersVat.some((category) => categories.has(category))
  const needsVat = categories.has('K') || categories.has('G') || !registration
  refuse('letterhead_incomplete', [
    [!organisationName, 'organisationName', 'Enter the name of the organisation (BR-06)'],
    [!isCountry(country), 'letterhead.country', 'Enter the country, such as DE (BR-09)'],
    [
      outsideScope && !registration,
      'letterhead.registration',
      'Enter the registration: an invoice outside the scope of tax has no VAT identifier (BR-CO-26)',
    ],
    [needsTaxId && !taxId, 'letterhead.taxId', 'Enter the VAT identifier or tax number (BR-S-02)'],
    [
      needsTaxId && Boolean(taxId) && !isVatIdentifier(taxId) && needsVat,
      'letterhead.taxId',
      'Enter the VAT identifier with its country code, such as DE123456789 (BR-CO-26)',
    ],
  ])
  const buyersTaxId = document.billTo.taxId
  refuse('invoice_not_en16931', [
    [
      currencyDecimals(document.currency) > 2,
      'currency',
      `EN 16931 allows two decimals, and ${document.currency} has three (BR-DEC)`,
    ],
    [
      outsideScope && categories.size > 1,
      'taxBreakdown',
      'Lines outside the scope of tax need an invoice of their own (BR-O-11)',
    ],
    [
      categories.has('K') ? !isVatIdentifier(buyersTaxId) : categories.has('AE') && !buyersTaxId,
      'billTo.taxId',
      'Enter the buyer’s VAT identifier (BR-AE-02, BR-IC-02)',
    ],
  ])
}

type Check = [isWrong: boolean, path: string, message: string]

function refuse(code: 'letterhead_incomplete' | 'invoice_not_en16931', checks: Check[]): void {
  const fields = checks.flatMap(([isWrong, path, message]): WrongField[] =>
    isWrong ? [{ path, message }] : [],
  )
  if (fields.length > 0)
    throw new Refusal(code, fields.map(({ message }) => `${message}.`).join(' '), { fields })
}
