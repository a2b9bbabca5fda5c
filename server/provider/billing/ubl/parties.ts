import type { BillTo } from '#contract'
import type { Seller } from '../seller.ts'
import { isCountry, isVatIdentifier } from './missing.ts'
import type { Element } from './xml.ts'

const optional = (name: string, text: string | null): Element | null => (text ? [name, text] : null)

interface Address {
  line: string | null
  city: string | null
  region: string | null
  postalCode: string | null
}

function address({ line, city, region, postalCode }: Address, country: string): Element {
  return [
    'cac:PostalAddress',
    [
      optional('cbc:StreetName', line?.replace(/\s+/g, ' ') ?? null),
      optional('cbc:CityName', city),
      optional('cbc:PostalZone', postalCode),
      optional('cbc:CountrySubentity', region),
      ['cac:Country', [['cbc:IdentificationCode', country]]],
    ],
  ]
}

const taxScheme = (id: string, scheme: string): Element => [
  'cac:PartyTaxScheme',
  [
    ['cbc:CompanyID', id],
    ['cac:TaxScheme', [['cbc:ID', scheme]]],
  ],
]

/** BG-4. Outside the scope of tax, neither side's VAT identifier may be said (BR-O-02). */
export function seller({ organisationName, letterhead: own }: Seller, outsideScope: boolean): Element {
  const tax = outsideScope || !own.taxId ? null : own.taxId
  return [
    'cac:AccountingSupplierParty',
    [
      [
        'cac:Party',
        [
          address(own, own.country),
          // BT-31, or BT-32 for a tax number that is no VAT identifier.
          tax === null ? null : taxScheme(tax, isVatIdentifier(tax) ? 'VAT' : 'FC'),
          [
            'cac:PartyLegalEntity',
            [['cbc:RegistrationName', organisationName], optional('cbc:CompanyID', own.registration)],
          ],
          contact(own.phone, own.email),
        ],
      ],
    ],
  ]
}

/** BG-7. Its address must have a country (BR-11); whoever gave none is taken to live in the seller's. */
export function buyer(billTo: BillTo, sellersCountry: string, outsideScope: boolean): Element {
  const { taxId } = billTo
  const vat = isVatIdentifier(taxId) && !outsideScope ? taxId : null
  return [
    'cac:AccountingCustomerParty',
    [
      [
        'cac:Party',
        [
          address(billTo, countryOf(billTo, sellersCountry)),
          vat === null ? null : taxScheme(vat, 'VAT'),
          [
            'cac:PartyLegalEntity',
            [
              ['cbc:RegistrationName', billTo.name],
              optional('cbc:CompanyID', isVatIdentifier(taxId) ? null : taxId),
            ],
          ],
          contact('', billTo.email),
        ],
      ],
    ],
  ]
}

export const countryOf = ({ country }: BillTo, sellersCountry: string): string =>
  isCountry(country) ? country : sellersCountry

function contact(phone: string, email: string | null): Element | null {
  if (!phone && !email) return null
  return ['cac:Contact', [optional('cbc:Telephone', phone), optional('cbc:ElectronicMail', email)]]
}
