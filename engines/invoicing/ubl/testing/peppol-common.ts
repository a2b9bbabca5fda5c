import { all, one } from './parse-xml.ts'
import { buyer, differenceIn, everywhere, has, linesOf, named, type Rule, seller } from './rules.ts'

/** The rules of Peppol BIS Billing 3 (PEPPOL-EN16931-UBL) that XRechnung 3.0 has, too. */
export const commonRules: Rule[] = [
  ['PEPPOL-EN16931-R001', (root) => has(root, 'ProfileID')],
  [
    'PEPPOL-EN16931-R008',
    (root) => everywhere(root).every(({ children, text }) => children.length > 0 || text.trim() !== ''),
  ],
  ['PEPPOL-EN16931-R010', (root) => has(buyer(root), 'EndpointID')],
  ['PEPPOL-EN16931-R020', (root) => has(seller(root), 'EndpointID')],
  // A percentage needs its base amount, and the other way round.
  [
    'PEPPOL-EN16931-R041, R042',
    (root) =>
      named(root, 'AllowanceCharge').every(
        (node) => has(node, 'MultiplierFactorNumeric') === has(node, 'BaseAmount'),
      ),
  ],
  [
    'PEPPOL-EN16931-R043',
    (root) =>
      named(root, 'AllowanceCharge').every((node) =>
        ['true', 'false'].includes(one(node, 'ChargeIndicator') ?? ''),
      ),
  ],
  [
    'PEPPOL-EN16931-R053',
    (root) => all(root, 'TaxTotal').filter((node) => has(node, 'TaxSubtotal')).length === 1,
  ],
  [
    'PEPPOL-EN16931-R054',
    (root) =>
      all(root, 'TaxTotal').filter((node) => !has(node, 'TaxSubtotal')).length ===
      all(root, 'TaxCurrencyCode').length,
  ],
  [
    'PEPPOL-EN16931-R061',
    (root) =>
      all(root, 'PaymentMeans').every(
        (node) => !['49', '59'].includes(one(node, 'PaymentMeansCode')!) || has(node, 'PaymentMandate', 'ID'),
      ),
  ],
  ['PEPPOL-EN16931-R120', (root) => linesOf(root).every((line) => differenceIn(root, line).lte('0.02'))],
]
