import type { Terms } from '../terms.ts'
import { priced } from './en16931-rules.ts'
import {
  buyer,
  delivery,
  every,
  has,
  inEach,
  isCreditNote,
  number,
  type Rule,
  required,
  seller,
} from './rule.ts'

const sellerWith = (change: Terms) => inEach('BG-4', change)
const buyerWith = (change: Terms) => inEach('BG-7', change)
const addressed = (scheme: string, value: string) => sellerWith({ 'BT-34-1': scheme, 'BT-34': value })

const isBlank = (value: string | Terms[] | null | undefined): boolean =>
  Array.isArray(value)
    ? value.some((part) => Object.values(part).some(isBlank))
    : typeof value === 'string' && value.trim() === ''

/**
 * The rules of Peppol BIS Billing 3 (PEPPOL-EN16931-UBL) that XRechnung 3.0 has, too. R041 to R043, R053 and R054 are about elements
 * that are not in the table of business terms, or repeated: reading fails on these.
 */
const commonRules: Rule[] = [
  ...required('PEPPOL-EN16931-R001 BT-23'),
  ['PEPPOL-EN16931-R008', (terms) => !isBlank([terms]), { 'BT-10': ' ' }],
  ...required('PEPPOL-EN16931-R010 BT-49', 'BG-7'),
  ...required('PEPPOL-EN16931-R020 BT-34', 'BG-4'),
  // Both need a mandate, which Aerie does not have.
  ['PEPPOL-EN16931-R061', (terms) => !['49', '59'].includes(terms['BT-81'] ?? ''), { 'BT-81': '59' }],
  [
    'PEPPOL-EN16931-R120',
    every('BG-25', (line) =>
      priced(line).minus(number(line['BT-136'])).minus(number(line['BT-131'])).abs().lte('0.02'),
    ),
    // Two cents are allowed.
    inEach('BG-25', (line) => ({ 'BT-131': String(number(line['BT-131']).plus('0.03')) })),
  ],
]

/**
 * The rules of XRechnung 3.0 (KoSIT, XRechnung-UBL-validation 2.x), warnings included. Peppol has the same for German
 * parties. That payments have no cards and no mandates (23-b) is so because the table of business terms has none.
 */
const germanRules: Rule[] = [
  ...required('1 BT-81'),
  [
    '2',
    (terms) => has(seller(terms), 'BT-41') || has(seller(terms), 'BT-42') || has(seller(terms), 'BT-43'),
    sellerWith({ 'BT-41': null, 'BT-42': null, 'BT-43': null }),
  ],
  ...required('3 BT-37, 4 BT-38, 5 BT-41, 6 BT-42, 7 BT-43', 'BG-4'),
  ...required('8 BT-52, 9 BT-53', 'BG-7'),
  [
    '10',
    (terms) => !has(delivery(terms), 'BT-80') || has(delivery(terms), 'BT-77'),
    inEach('BG-13', { 'BT-77': null }),
  ],
  [
    '11',
    (terms) => !has(delivery(terms), 'BT-80') || has(delivery(terms), 'BT-78'),
    inEach('BG-13', { 'BT-78': null }),
  ],
  ...required('14 BT-119', 'BG-23'),
  ...required('15 BT-10'),
  [
    '16',
    (terms) =>
      has(seller(terms), 'BT-31') ||
      has(seller(terms), 'BT-32') ||
      terms['BG-23']!.every((group) => group['BT-118'] === 'O'),
    sellerWith({ 'BT-31': null }),
  ],
  [
    '17',
    (terms) => ['326', '380', '384', '389', '381', '875', '876', '877'].includes(terms['BT-3']!),
    { 'BT-3': '325' },
  ],
  [
    '18',
    (terms) =>
      (terms['BT-20'] ?? '')
        .split('\n')
        .filter((line) => line.trim().startsWith('#'))
        .every((line) =>
          /#(SKONTO)#TAGE=([0-9]+#PROZENT=[0-9]+\.[0-9]{2})(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/.test(line),
        ),
    { 'BT-20': '30 days\n#SKONTO#TAGE=7' },
  ],
  [
    '19',
    (terms) => terms['BT-81'] !== '58' || isIban(terms['BT-84'] ?? ''),
    { 'BT-84': 'DE89370400440532013001' },
  ],
  ['23-a', (terms) => !['30', '58'].includes(terms['BT-81']!) || has(terms, 'BT-84'), { 'BT-84': null }],
  // These need a card or a mandate.
  ['24-a', (terms) => !['48', '54', '55'].includes(terms['BT-81']!), { 'BT-81': '48' }],
  ['25-a', (terms) => terms['BT-81'] !== '59', { 'BT-81': '59' }],
  ['26', (terms) => terms['BT-3'] !== '384' || has(terms, 'BT-25'), { 'BT-3': '384' }],
  ['27', (terms) => /([0-9].*){3,}/.test(seller(terms)['BT-42'] ?? ''), sellerWith({ 'BT-42': 'none' })],
  [
    '28',
    (terms) =>
      /^[^@\s.]+(\.[^@\s.]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(
        seller(terms)['BT-43'] ?? '',
      ),
    sellerWith({ 'BT-43': 'desk@localhost' }),
  ],
]

/** Rules of Dutch sellers, with and without a Dutch buyer. */
const dutchRules: Rule[] = [
  ['NL-R-001', (terms) => !isCreditNote(terms) || has(terms, 'BT-25'), { 'BT-3': '381' }],
  ['NL-R-002', (terms) => has(seller(terms), 'BT-35', 'BT-37', 'BT-38'), sellerWith({ 'BT-35': null })],
  [
    'NL-R-003',
    (terms) => isDutchNumber(seller(terms)['BT-30'], seller(terms)['BT-30-1']),
    sellerWith({ 'BT-30': 'PR 1', 'BT-30-1': null }),
  ],
  [
    'NL-R-004',
    (terms) => buyer(terms)['BT-55'] !== 'NL' || has(buyer(terms), 'BT-50', 'BT-52', 'BT-53'),
    buyerWith({ 'BT-53': null }),
  ],
  [
    'NL-R-005',
    (terms) =>
      buyer(terms)['BT-55'] !== 'NL' || isDutchNumber(buyer(terms)['BT-47'], buyer(terms)['BT-47-1']),
    buyerWith({ 'BT-47': 'PR 1', 'BT-47-1': null }),
  ],
  [
    'NL-R-007',
    (terms) => isCreditNote(terms) || has(terms, 'BT-81') || !number(terms['BT-115']).gt(0),
    { 'BT-81': null },
  ],
  [
    'NL-R-008',
    (terms) => !has(terms, 'BT-81') || ['30', '48', '49', '57', '58', '59'].includes(terms['BT-81']!),
    { 'BT-81': '97' },
  ],
]

const isDutchNumber = (id: string | null | undefined, scheme: string | null | undefined) =>
  !id || ['0106', '0190'].includes(scheme ?? '')

/** The schemes and values of parties: their electronic addresses and company numbers. */
const identifiersOf = (terms: Terms, scheme: string): string[] => {
  const [own, theirs] = [seller(terms), buyer(terms)]
  const stated = [
    [own['BT-34-1'], own['BT-34']],
    [theirs['BT-49-1'], theirs['BT-49']],
    [own['BT-30-1'], own['BT-30']],
    [theirs['BT-47-1'], theirs['BT-47']],
  ]
  return stated.flatMap(([of, value]) => (of === scheme && value ? [value] : []))
}
const areAddresses = (scheme: RegExp) => (terms: Terms) =>
  [seller(terms)['BT-34-1'], buyer(terms)['BT-49-1']].every((stated) => !stated || scheme.test(stated))
const isDate = (text: string | null | undefined) =>
  !text || (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)))

const where = (holds: (terms: Terms) => boolean, [id, isKept, breaks]: Rule): Rule => [
  id,
  (terms) => !holds(terms) || isKept(terms),
  breaks,
]
const isGerman = (terms: Terms) => seller(terms)['BT-40'] === 'DE' && buyer(terms)['BT-55'] === 'DE'

/** The fatal rules of PEPPOL-EN16931-UBL (release 2025) for what an invoice of Aerie contains, of DE and NL as well. */
export const peppolRules: Rule[] = [
  ...commonRules,
  [
    'PEPPOL-EN16931-R002',
    (terms) => terms['BG-1']!.length <= 1,
    { 'BG-1': [{ 'BT-22': 'One' }, { 'BT-22': 'Another' }] },
  ],
  ...required('PEPPOL-EN16931-R003 BT-10'),
  [
    'PEPPOL-EN16931-R004',
    (terms) =>
      (terms['BT-24'] ?? '').startsWith(
        'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
      ),
    { 'BT-24': 'urn:cen.eu:en16931:2017' },
  ],
  [
    'PEPPOL-EN16931-R007',
    (terms) => /^urn:fdc:peppol\.eu:2017:poacc:billing:\d{2}:1\.0$/.test(terms['BT-23'] ?? ''),
    { 'BT-23': 'urn:fdc:peppol.eu:2017:poacc:billing:1:1.0' },
  ],
  [
    'PEPPOL-EN16931-F001',
    (terms) => [terms['BT-2'], terms['BT-9'], terms['BT-26'], delivery(terms)['BT-72']].every(isDate),
    { 'BT-9': '2026-02-30T' },
  ],
  [
    'PEPPOL-EN16931-P0100, PEPPOL-EN16931-P0101',
    (terms) => ['380', '381'].includes(terms['BT-3']!),
    { 'BT-3': '384' },
  ],
  // Participants have numbered schemes: the letters of EAS, such as EM, are missing in Peppol's list.
  ['PEPPOL-EN16931-CL008', areAddresses(/^\d{4}$/), addressed('EM', 'desk@practice.example')],
  [
    'PEPPOL-COMMON-R040',
    (terms) => identifiersOf(terms, '0088').every(isGln),
    addressed('0088', '4012345000008'),
  ],
  [
    'PEPPOL-COMMON-R042',
    (terms) => identifiersOf(terms, '0184').every((id) => /^DK\d{8}$/.test(id)),
    addressed('0184', '12345678'),
  ],
  [
    'PEPPOL-COMMON-R043',
    (terms) =>
      identifiersOf(terms, '0208').every(
        (id) => /^\d{10}$/.test(id) && Number(id.slice(8)) === 97 - (Number(id.slice(0, 8)) % 97),
      ),
    addressed('0208', '0597601757'),
  ],
  ...germanRules.map(([id, ...rule]) => {
    const [number = '', part = ''] = id.split('-')
    return where(isGerman, [`DE-R-${number.padStart(3, '0')}${part}`, ...rule])
  }),
  ...dutchRules.map((rule) => where((terms) => seller(terms)['BT-40'] === 'NL', rule)),
]

export const xrechnungRules: Rule[] = [
  ...commonRules,
  ...germanRules.map(([id, ...rule]): Rule => [`BR-DE-${id}`, ...rule]),
  [
    'BR-DE-21',
    (terms) => terms['BT-24'] === 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    { 'BT-24': 'urn:cen.eu:en16931:2017' },
  ],
  ['BR-CL-25', areAddresses(/^(\d{4}|A[NQSU]|EM)$/), addressed('XX', '1')],
]

/** Digits at even places, counted from the right and the check digit, count three times. */
function isGln(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false
  const sum = [...text].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0)
  return sum % 10 === 0
}

function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/.test(text)) return false
  let remainder = 0
  for (const character of `${text.slice(4)}${text.slice(0, 4)}`)
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97
  return remainder === 1
}
