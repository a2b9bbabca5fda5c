import type { UblProfile } from '#rules/e-invoices'
import type { BillTo } from '#rules/invoice'
import type { Seller } from '#rules/letterhead'
import type { BillingDocument } from './document.ts'

/** A document and what the rules of its profile depend on. */
export interface Context {
  document: BillingDocument
  seller: Seller
  profile: UblProfile
  /** BT-55: the buyer's country, by default the seller's (BR-11). */
  buyersCountry: string
  /** Whether a category outside the scope of tax is used: then neither party's VAT identifier may be stated (BR-O-02). */
  isOutsideScope: boolean
  /** Whether the rules of XRechnung hold, which Peppol also has between German parties (DE-R-001 to DE-R-031). */
  isGerman: boolean
  /** Whether Peppol's rules for Dutch sellers hold (NL-R-001 to NL-R-009). */
  isDutch: boolean
}

export function contextOf(document: BillingDocument, seller: Seller, profile: UblProfile): Context {
  const { country } = seller.letterhead
  const buyersCountry = countryOf(document.billTo, country)
  const isPeppol = profile === 'peppol'
  return {
    document,
    seller,
    profile,
    buyersCountry,
    isOutsideScope: document.taxBreakdown.some(({ category }) => category === 'O'),
    isGerman: profile === 'xrechnung' || (isPeppol && country === 'DE' && buyersCountry === 'DE'),
    isDutch: isPeppol && country === 'NL',
  }
}

const countryOf = ({ country }: BillTo, sellersCountry: string): string =>
  isCountry(country) ? country : sellersCountry

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Whether the text is an assigned ISO 3166 code. */
export const isCountry = (code: string | null): code is string =>
  code !== null && /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined

/** A VAT identifier begins with its country (BR-CO-9), which for Greece can be EL. Other tax numbers do not. */
export const isVatIdentifier = (id: string | null): id is string =>
  id !== null && /^[A-Z]{2}[0-9A-Z]/.test(id) && (id.startsWith('EL') || isCountry(id.slice(0, 2)))
