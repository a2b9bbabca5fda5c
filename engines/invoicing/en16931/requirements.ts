import { currencyDecimals } from '#rules/currency-decimals'
import type { TaxCategory } from '#rules/money'
import { type Context, isCountry, isVatIdentifier } from './context.ts'
import { buyersAddress, sellersAddress } from './electronic-addresses.ts'
import { paymentOf, paymentTermsOf } from './payment.ts'

/** A field that a profile requires, unless `isMissing` returns false. */
export interface Requirement {
  /** Of a setting, such as `letterhead.city`, or a field of the document, such as `billTo.city`. */
  path: string
  message: string
  /** The published rules that require it. */
  rules: string[]
  isMissing: (context: Context) => boolean
}

/** Required of the settings, in the order of the settings page. */
export const ofSettings: Requirement[] = [
  required('organisationName', 'Enter the name of the organisation', 'BR-06', (context) => {
    return !context.seller.organisationName
  }),
  required('letterhead.line', 'Enter street and number', 'NL-R-002', ({ seller, isDutch }) => {
    return isDutch && !seller.letterhead.line
  }),
  required('letterhead.postalCode', 'Enter the postal code', 'BR-DE-4, DE-R-004, NL-R-002', (context) => {
    return hasNationalRules(context) && !context.seller.letterhead.postalCode
  }),
  required('letterhead.city', 'Enter the city', 'BR-DE-3, DE-R-003, NL-R-002', (context) => {
    return hasNationalRules(context) && !context.seller.letterhead.city
  }),
  required('letterhead.country', 'Enter the country, such as DE', 'BR-09', ({ seller }) => {
    return !isCountry(seller.letterhead.country)
  }),
  required('letterhead.contactName', 'Enter a contact', 'BR-DE-5, DE-R-005', ({ seller, isGerman }) => {
    return isGerman && !seller.letterhead.contactName
  }),
  required(
    'letterhead.phone',
    'Enter a telephone number of at least three digits',
    'BR-DE-6, BR-DE-27, DE-R-006, DE-R-027',
    ({ seller, isGerman }) => isGerman && !/(\d.*){3}/.test(seller.letterhead.phone),
  ),
  required(
    'letterhead.email',
    'Enter an email address',
    'BR-DE-7, BR-DE-28, DE-R-007, DE-R-028',
    ({ seller, isGerman }) => isGerman && !email.test(seller.letterhead.email),
  ),
  required(
    'letterhead.electronicAddress',
    'Enter the electronic address of a Peppol participant, such as 9930:DE123456789',
    'PEPPOL-EN16931-R020',
    // XRechnung is content with the email address above.
    (context) => context.profile === 'peppol' && !sellersAddress(context),
  ),
  required(
    'letterhead.taxId',
    'Enter the VAT identifier or tax number',
    'BR-S-02, BR-DE-16',
    (context) => needsSellersTaxId(context) && !context.seller.letterhead.taxId,
  ),
  required(
    'letterhead.taxId',
    'Enter the VAT identifier with its country code, such as DE123456789',
    'BR-CO-26',
    (context) => {
      const { taxId, registration } = context.seller.letterhead
      const needsVat = uses(context, 'K', 'G') || !registration
      return needsSellersTaxId(context) && Boolean(taxId) && !isVatIdentifier(taxId) && needsVat
    },
  ),
  required(
    'letterhead.registration',
    'Enter the registration: an invoice outside the scope of tax has no VAT identifier',
    'BR-CO-26',
    ({ seller, isOutsideScope }) => isOutsideScope && !seller.letterhead.registration,
  ),
  required(
    'letterhead.registration',
    'Enter the KVK number of 8 digits or the OIN of 20 digits',
    'NL-R-003',
    ({ seller: { letterhead }, isDutch }) =>
      isDutch && Boolean(letterhead.registration) && !dutchScheme(letterhead.registration),
  ),
  required(
    'letterhead.iban',
    'Enter the IBAN',
    'BR-DE-1, BR-DE-23, DE-R-001, NL-R-007',
    (context) => hasNationalRules(context) && context.document.kind === 'Invoice' && !paymentOf(context),
  ),
  required(
    'letterhead.terms',
    'Begin no line with #, which is reserved for cash discounts',
    'BR-DE-18, DE-R-018',
    (context) => context.isGerman && /^\s*#/m.test(paymentTermsOf(context)),
  ),
]

/** Required of the invoice. Those of a credit note are from its invoice. */
export const ofInvoice: Requirement[] = [
  required(
    'buyerReference',
    'Enter the buyer’s reference, such as a Leitweg-ID',
    'PEPPOL-EN16931-R003, BR-DE-15, DE-R-015',
    ({ document, profile }) => profile !== 'en16931' && !document.buyerReference,
  ),
  required('billTo.line', 'Enter street and number', 'NL-R-004', (context) => {
    return isWithinNetherlands(context) && !context.document.billTo.line
  }),
  required('billTo.postalCode', 'Enter the postal code', 'BR-DE-9, DE-R-009, NL-R-004', (context) => {
    return (context.isGerman || isWithinNetherlands(context)) && !context.document.billTo.postalCode
  }),
  required('billTo.city', 'Enter the city', 'BR-DE-8, DE-R-008, NL-R-004', (context) => {
    return (context.isGerman || isWithinNetherlands(context)) && !context.document.billTo.city
  }),
  required(
    'billTo.electronicAddress',
    'Enter an electronic address or an email address',
    'PEPPOL-EN16931-R010',
    (context) => context.profile === 'xrechnung' && !buyersAddress(context),
  ),
  required(
    'billTo.electronicAddress',
    'Enter the electronic address of a Peppol participant, such as 0204:991-01484-64',
    'PEPPOL-EN16931-R010',
    (context) => context.profile === 'peppol' && !buyersAddress(context),
  ),
  required('billTo.taxId', 'Enter the buyer’s VAT identifier', 'BR-AE-02, BR-IC-02', (context) => {
    const { taxId } = context.document.billTo
    return uses(context, 'K') ? !isVatIdentifier(taxId) : uses(context, 'AE') && !taxId
  }),
]

/** What EN 16931 cannot express. */
export const impossible: Requirement[] = [
  required(
    'currency',
    'Use a currency with at most two decimals',
    'BR-DEC',
    ({ document }) => currencyDecimals(document.currency) > 2,
  ),
  required(
    'taxBreakdown',
    'Lines outside the scope of tax need an invoice of their own',
    'BR-O-11',
    ({ document, isOutsideScope }) => isOutsideScope && document.taxBreakdown.length > 1,
  ),
]

function required(
  path: string,
  message: string,
  rules: string,
  isMissing: Requirement['isMissing'],
): Requirement {
  return { path, message, rules: rules.split(', '), isMissing }
}

/** The pattern of BR-DE-28. */
const email =
  /^[\w!#$%&"*+/=?^`{|}~-]+(\.[\w!#$%&"*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i

const hasNationalRules = ({ isGerman, isDutch }: Context) => isGerman || isDutch
const isWithinNetherlands = ({ isDutch, buyersCountry }: Context) => isDutch && buyersCountry === 'NL'

const uses = ({ document }: Context, ...categories: TaxCategory[]): boolean =>
  document.taxBreakdown.some(({ category }) => categories.includes(category))

const needsSellersTaxId = (context: Context): boolean => uses(context, 'S', 'Z', 'E', 'AE', 'K', 'G')

/** The scheme of a Dutch registration (ISO 6523): the chamber of commerce (KVK) or the government (OIN). */
export function dutchScheme(registration: string): '0106' | '0190' | null {
  if (/^\d{8}$/.test(registration)) return '0106'
  return /^\d{20}$/.test(registration) ? '0190' : null
}
