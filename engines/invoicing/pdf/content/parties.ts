import type { BillTo } from '#rules/invoice'
import type { Seller } from '#rules/letterhead'
import type { Printed } from './printed.ts'

/** The letterhead: the name, and a line for each detail. */
export function sellerOf({ organisationName, letterhead }: Seller) {
  const { contactName, phone, email, website, taxId, registration } = letterhead
  const details = [
    ...address(letterhead),
    contactName,
    phone,
    email,
    website,
    taxId && `VAT ID ${taxId}`,
    registration,
  ]
  return { name: organisationName, details: details.filter(Boolean) }
}

export function buyerOf({ billTo }: Pick<Printed, 'billTo'>) {
  const { name, email, taxId } = billTo
  return { name, details: [...address(billTo), email, taxId && `VAT ID ${taxId}`].filter(Boolean) }
}

type Address = Pick<BillTo, 'line' | 'city' | 'region' | 'postalCode' | 'country'>

function address({ line, city, region, postalCode, country }: Address) {
  return [line, [postalCode, city].filter(Boolean).join(' '), region, country && countryName(country)]
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code
}
