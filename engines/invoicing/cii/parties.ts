import type { ElectronicAddress } from '#rules/electronic-address'
import type { BillTo } from '#rules/invoice'
import { type Context, isVatIdentifier } from '../ubl/context.ts'
import { buyersAddress, sellersAddress } from '../ubl/electronic-addresses.ts'
import type { Element } from '../ubl/xml.ts'
import { group, value } from './elements.ts'

/** BG-4 */
export function sellerParty(context: Context): Element {
  const { organisationName, letterhead: own } = context.seller
  return group(
    'SellerTradeParty',
    value('Name', organisationName),
    organisation(own.registration),
    contact(own.contactName, own.phone, own.email),
    postalAddress(own, own.country),
    endpoint(sellersAddress(context)),
    // BT-31, or BT-32 for a tax number that is not a VAT identifier.
    own.taxId && !context.isOutsideScope
      ? registration(own.taxId, isVatIdentifier(own.taxId) ? 'VA' : 'FC')
      : null,
  )
}

/** BG-7 */
export function buyerParty(context: Context): Element {
  const { billTo } = context.document
  const { name, taxId, email } = billTo
  const isVat = isVatIdentifier(taxId)
  return group(
    'BuyerTradeParty',
    value('Name', name),
    organisation(isVat ? null : taxId),
    contact('', '', email),
    postalAddress(billTo, context.buyersCountry),
    endpoint(buyersAddress(context)),
    isVat && !context.isOutsideScope ? registration(taxId, 'VA') : null,
  )
}

type Address = Pick<BillTo, 'line' | 'city' | 'region' | 'postalCode'>

export const postalAddress = ({ line, city, region, postalCode }: Address, country: string): Element =>
  group(
    'PostalTradeAddress',
    value('PostcodeCode', postalCode),
    value('LineOne', line?.replace(/\s+/g, ' ')),
    value('CityName', city),
    value('CountryID', country),
    value('CountrySubDivisionName', region),
  )

const organisation = (id: string | null): Element | null =>
  id ? group('SpecifiedLegalOrganization', value('ID', id)) : null

const endpoint = (address: ElectronicAddress | null): Element | null =>
  address && group('URIUniversalCommunication', value('URIID', address.value, { schemeID: address.scheme }))

const registration = (id: string, scheme: 'VA' | 'FC'): Element =>
  group('SpecifiedTaxRegistration', value('ID', id, { schemeID: scheme }))

/** BG-6 or BG-9 */
function contact(name: string, phone: string, email: string | null): Element | null {
  const parts = [
    value('PersonName', name),
    phone ? group('TelephoneUniversalCommunication', value('CompleteNumber', phone)) : null,
    email ? group('EmailURIUniversalCommunication', value('URIID', email)) : null,
  ]
  return parts.some((part) => part !== null) ? group('DefinedTradeContact', ...parts) : null
}
