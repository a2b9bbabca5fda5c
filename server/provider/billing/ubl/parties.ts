import type { BillTo } from '#contract'
import type { Seller } from '../seller.ts'
import { isCountry, isVatIdentifier } from './missing.ts'
import { cac, cbc, type Element, optional } from './xml.ts'

type Address = Pick<BillTo, 'line' | 'city' | 'region' | 'postalCode'>

const address = ({ line, city, region, postalCode }: Address, country: string): Element =>
  cac(
    'PostalAddress',
    optional('StreetName', line?.replace(/\s+/g, ' ')),
    optional('CityName', city),
    optional('PostalZone', postalCode),
    optional('CountrySubentity', region),
    cac('Country', cbc('IdentificationCode', country)),
  )

const taxScheme = (id: string, scheme: string): Element =>
  cac('PartyTaxScheme', cbc('CompanyID', id), cac('TaxScheme', cbc('ID', scheme)))

const legalEntity = (name: string, companyId: string | null): Element =>
  cac('PartyLegalEntity', cbc('RegistrationName', name), optional('CompanyID', companyId))

const contact = (phone: string, email: string | null): Element | null =>
  phone || email ? cac('Contact', optional('Telephone', phone), optional('ElectronicMail', email)) : null

/** BG-4. Outside the scope of tax, neither party's VAT identifier may be given (BR-O-02). */
export function seller({ organisationName, letterhead: own }: Seller, outsideScope: boolean): Element {
  const tax = outsideScope || !own.taxId ? null : own.taxId
  const party = cac(
    'Party',
    address(own, own.country),
    // BT-31, or BT-32 for a tax number that is not a VAT identifier.
    tax === null ? null : taxScheme(tax, isVatIdentifier(tax) ? 'VAT' : 'FC'),
    legalEntity(organisationName, own.registration),
    contact(own.phone, own.email),
  )
  return cac('AccountingSupplierParty', party)
}

/** BG-7. Its address must have a country (BR-11), which by default is the seller's. */
export function buyer(billTo: BillTo, sellersCountry: string, outsideScope: boolean): Element {
  const { taxId, name, email } = billTo
  const isVat = isVatIdentifier(taxId)
  const party = cac(
    'Party',
    address(billTo, countryOf(billTo, sellersCountry)),
    isVat && !outsideScope ? taxScheme(taxId, 'VAT') : null,
    legalEntity(name, isVat ? null : taxId),
    contact('', email),
  )
  return cac('AccountingCustomerParty', party)
}

export const countryOf = ({ country }: BillTo, sellersCountry: string): string =>
  isCountry(country) ? country : sellersCountry
