import type { UblProfile } from '#rules/e-invoices'
import type { BillTo } from '#rules/invoice'
import type { Seller } from '#rules/letterhead'
import type { BillingDocument } from './document.ts'

interface ProfileIds {
  /** BT-24: the specification that a document follows. */
  specification: string
  /** BT-23: the business process, if the specification requires one. */
  process: string | null
}

const en16931 = 'urn:cen.eu:en16931:2017'
/** Peppol's process of invoices and credit notes, which XRechnung 3.0 uses, too (PEPPOL-EN16931-R001). */
const billing = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

export const profiles: Record<UblProfile, ProfileIds> = {
  en16931: { specification: en16931, process: null },
  // PEPPOL-EN16931-R004
  peppol: {
    specification: `${en16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    process: billing,
  },
  // BR-DE-21
  xrechnung: {
    specification: `${en16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
    process: billing,
  },
}

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
