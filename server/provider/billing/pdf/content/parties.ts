import type { BillTo } from '#contract'
import type { Seller } from '../../seller.ts'
import type { PrintedInvoice } from './printed.ts'
import { longDate } from './wording.ts'

/** The letterhead: the name, and a line for each detail. */
export function sellerOf({ organisationName, letterhead }: Seller) {
  const { phone, email, website, taxId, registration } = letterhead
  const details = [...address(letterhead), phone, email, website, taxId && `VAT ID ${taxId}`, registration]
  return { name: organisationName, details: details.filter(Boolean) }
}

export function buyerOf({ billTo }: Pick<PrintedInvoice, 'billTo'>) {
  const { name, email, taxId } = billTo
  return { name, details: [...address(billTo), email, taxId && `VAT ID ${taxId}`].filter(Boolean) }
}

/** Number, dates and patient, each with its name. */
export function factsOf({ number, issueDate, dueDate, billTo }: PrintedInvoice): [string, string][] {
  const facts: [string, string | null | undefined][] = [
    ['Number', number ?? 'Assigned at issue'],
    ['Date', issueDate && longDate(issueDate)],
    ['Due', dueDate && longDate(dueDate)],
    ['Patient', billTo.patientName],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

type Address = Pick<BillTo, 'line' | 'city' | 'region' | 'postalCode' | 'country'>

function address({ line, city, region, postalCode, country }: Address) {
  return [line, [postalCode, city].filter(Boolean).join(' '), region, country && countryName(country)]
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code
}
