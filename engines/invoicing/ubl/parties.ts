import type { ElectronicAddress } from '#rules/electronic-address'
import type { BillTo } from '#rules/invoice'
import { type Context, isVatIdentifier } from './context.ts'
import { buyersAddress, sellersAddress } from './electronic-addresses.ts'
import { dutchScheme } from './requirements.ts'
import { cac, cbc, type Element, optional } from './xml.ts'

/** BG-4 */
export function seller(context: Context): Element {
  const { organisationName, letterhead: own } = context.seller
  const party = cac(
    'Party',
    endpoint(sellersAddress(context)),
    postalAddress('PostalAddress', own, own.country),
    // BT-31, or BT-32 for a tax number that is not a VAT identifier.
    own.taxId && !context.isOutsideScope
      ? taxScheme(own.taxId, isVatIdentifier(own.taxId) ? 'VAT' : 'FC')
      : null,
    legalEntity(organisationName, own.registration, context.isDutch),
    contact(own),
  )
  return cac('AccountingSupplierParty', party)
}

/** BG-7 */
export function buyer(context: Context): Element {
  const { billTo } = context.document
  const { taxId, name, email } = billTo
  const isVat = isVatIdentifier(taxId)
  const isWithinNetherlands = context.isDutch && context.buyersCountry === 'NL'
  const party = cac(
    'Party',
    endpoint(buyersAddress(context)),
    postalAddress('PostalAddress', billTo, context.buyersCountry),
    isVat && !context.isOutsideScope ? taxScheme(taxId, 'VAT') : null,
    legalEntity(name, isVat ? null : taxId, isWithinNetherlands),
    contact({ contactName: '', phone: '', email }),
  )
  return cac('AccountingCustomerParty', party)
}

type Address = Pick<BillTo, 'line' | 'city' | 'region' | 'postalCode'>

export const postalAddress = (
  name: string,
  { line, city, region, postalCode }: Address,
  country: string,
): Element =>
  cac(
    name,
    optional('StreetName', line?.replace(/\s+/g, ' ')),
    optional('CityName', city),
    optional('PostalZone', postalCode),
    optional('CountrySubentity', region),
    cac('Country', cbc('IdentificationCode', country)),
  )

const endpoint = (address: ElectronicAddress | null): Element | null =>
  address && cbc('EndpointID', address.value, { schemeID: address.scheme })

const taxScheme = (id: string, scheme: string): Element =>
  cac('PartyTaxScheme', cbc('CompanyID', id), cac('TaxScheme', cbc('ID', scheme)))

/** @param isDutch whether the company's number must have a Dutch scheme (NL-R-003, NL-R-005) */
function legalEntity(name: string, companyId: string | null, isDutch: boolean): Element {
  const schemeID = isDutch && companyId ? dutchScheme(companyId) : null
  const isStated = companyId && (!isDutch || schemeID)
  return cac(
    'PartyLegalEntity',
    cbc('RegistrationName', name),
    isStated ? cbc('CompanyID', companyId, { ...(schemeID && { schemeID }) }) : null,
  )
}

interface Contact {
  contactName: string
  phone: string
  email: string | null
}

/** BG-6 or BG-9 */
function contact({ contactName, phone, email }: Contact): Element | null {
  const parts = [
    optional('Name', contactName),
    optional('Telephone', phone),
    optional('ElectronicMail', email),
  ]
  return parts.some((part) => part !== null) ? cac('Contact', ...parts) : null
}
