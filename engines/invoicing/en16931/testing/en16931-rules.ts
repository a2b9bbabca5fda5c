import { Big } from 'big.js'
import { currencyDecimals } from '#rules/currency-decimals'
import type { Terms } from '../terms.ts'
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
  sum,
} from './rule.ts'

const decimalsOf = (terms: Terms) => currencyDecimals(terms['BT-5']!)
const kindOf = (category: string | null | undefined, rate: string | null | undefined) =>
  `${category} ${number(rate)}`
const ofGroup = (group: Terms) => kindOf(group['BT-118'], group['BT-119'])
const kinds = (terms: Terms) => terms['BG-23']!.map(ofGroup)

/** A rule of the VAT breakdown, for groups of some categories. */
const ofCategories = (
  ids: string,
  categories: string,
  isKept: (group: Terms, terms: Terms) => boolean,
  breaks: Rule[2],
): Rule => [
  ids,
  every('BG-23', (group, terms) => !categories.split(' ').includes(group['BT-118']!) || isKept(group, terms)),
  breaks,
]
const taxed = 'S Z E AE K G'
const withReason = 'E AE K G O'
/** Turns a document into one of another category. */
const asCategory =
  (category: string, change: Terms = {}): Rule[2] =>
  (terms) => ({ 'BG-23': [{ ...terms['BG-23']![0], 'BT-118': category }], ...change })
const sellerWith = (change: Terms) => inEach('BG-4', change)
const buyerWith = (change: Terms) => inEach('BG-7', change)
const both =
  (...changes: Rule[2][]): Rule[2] =>
  (terms) =>
    Object.assign({}, ...changes.map((change) => (typeof change === 'function' ? change(terms) : change)))

const taxableOf = (group: Terms, terms: Terms): Big => {
  const lines = terms['BG-25']!.filter((line) => kindOf(line['BT-151'], line['BT-152']) === ofGroup(group))
  const discounts = terms['BG-20']!.filter((part) => kindOf(part['BT-95'], part['BT-96']) === ofGroup(group))
  return sum(lines, 'BT-131').minus(sum(discounts, 'BT-92'))
}

/** The published rules accept less than a whole unit of the currency. The last of several credit notes needs a minor unit. */
function isTaxOn(group: Terms, terms: Terms): boolean {
  const [tax, decimals] = [number(group['BT-117']), decimalsOf(terms)]
  const exact = number(group['BT-116']).times(number(group['BT-119'])).div(100)
  const most = isCreditNote(terms) && group['BT-118'] === 'S' ? new Big(10).pow(-decimals) : 0
  const isNear = tax.minus(exact.round(decimals, Big.roundHalfUp)).abs().lte(most)
  return isNear && tax.minus(exact).abs().lt(1)
}

/** The price of a line x its quantity. */
export const priced = (line: Terms): Big => number(line['BT-146']).times(number(line['BT-129']))

const amounts: Record<string, `BT-${string}`[]> = {
  'BG-20': ['BT-92'],
  'BG-23': ['BT-116', 'BT-117'],
  'BG-25': ['BT-131', 'BT-136'],
}
const totals = ['BT-106', 'BT-107', 'BT-109', 'BT-110', 'BT-112', 'BT-114', 'BT-115'] as const
const allAmounts = (terms: Terms) => [
  ...totals.map((name) => terms[name]),
  ...Object.entries(amounts).flatMap(([group, names]) =>
    terms[group as `BG-${string}`]!.flatMap((part) => names.map((name) => part[name])),
  ),
]

/** EN 16931-1, sections 6.4 and 6.5, for what an invoice of Aerie contains. */
export const en16931Rules: Rule[] = [
  ...required('BR-01 BT-24, BR-02 BT-1, BR-03 BT-2, BR-04 BT-3, BR-05 BT-5, BR-12 BT-106'),
  ...required('BR-13 BT-109, BR-14 BT-112, BR-15 BT-115'),
  ...required('BR-06 BT-27, BR-09 BT-40', 'BG-4'),
  ...required('BR-07 BT-44, BR-11 BT-55', 'BG-7'),
  ...required('BR-31 BT-92, BR-32 BT-95, BR-33 BT-97', 'BG-20'),
  ...required('BR-45 BT-116, BR-46 BT-117, BR-47 BT-118', 'BG-23'),
  ...required(
    'BR-21 BT-126, BR-22 BT-129, BR-24 BT-131, BR-25 BT-153, BR-26 BT-146, BR-CO-04 BT-151',
    'BG-25',
  ),
  [
    'BT-24',
    (terms) => /^urn:cen\.eu:en16931:2017($|#)/.test(terms['BT-24']!),
    { 'BT-24': 'urn:cen.eu:en16931' },
  ],
  ['BR-16', (terms) => terms['BG-25']!.length > 0, { 'BG-25': [] }],
  [
    'BT-126',
    (terms) => new Set(terms['BG-25']!.map((line) => line['BT-126'])).size === terms['BG-25']!.length,
    (terms) => ({ 'BG-25': [...terms['BG-25']!, ...terms['BG-25']!] }),
  ],
  [
    'BR-DEC',
    (terms) =>
      allAmounts(terms).every((text) => !text || (text.split('.')[1]?.length ?? 0) === decimalsOf(terms)),
    { 'BT-106': '1.123' },
  ],
  ['BR-CO-10', (terms) => number(terms['BT-106']).eq(sum(terms['BG-25']!, 'BT-131')), { 'BT-106': '1.00' }],
  ['BR-CO-11', (terms) => number(terms['BT-107']).eq(sum(terms['BG-20']!, 'BT-92')), { 'BT-107': '1.00' }],
  [
    'BR-CO-13',
    (terms) => number(terms['BT-109']).eq(number(terms['BT-106']).minus(number(terms['BT-107']))),
    { 'BT-109': '1.00' },
  ],
  ['BR-CO-14', (terms) => number(terms['BT-110']).eq(sum(terms['BG-23']!, 'BT-117')), { 'BT-110': '1.00' }],
  [
    'BR-CO-15',
    (terms) => number(terms['BT-112']).eq(number(terms['BT-109']).plus(number(terms['BT-110']))),
    { 'BT-112': '1.00' },
  ],
  [
    'BR-CO-16',
    (terms) => number(terms['BT-115']).eq(number(terms['BT-112']).plus(number(terms['BT-114']))),
    { 'BT-115': '1.00' },
  ],
  ['BR-CO-18', (terms) => terms['BG-23']!.length > 0, { 'BG-23': [] }],
  [
    'BR-CO-25',
    (terms) => !number(terms['BT-115']).gt(0) || has(terms, 'BT-9') || has(terms, 'BT-20'),
    { 'BT-9': null, 'BT-20': null },
  ],
  [
    'BR-CO-26',
    (terms) => has(seller(terms), 'BT-31') || has(seller(terms), 'BT-30'),
    sellerWith({ 'BT-31': null, 'BT-30': null }),
  ],
  [
    'BR-CO-09',
    (terms) => [seller(terms)['BT-31'], buyer(terms)['BT-48']].every((id) => !id || /^[A-Z]{2}/.test(id)),
    sellerWith({ 'BT-31': '123' }),
  ],
  [
    'one VAT breakdown per category and rate',
    (terms) => new Set(kinds(terms)).size === terms['BG-23']!.length,
    (terms) => ({ 'BG-23': [...terms['BG-23']!, ...terms['BG-23']!] }),
  ],
  [
    'BR-S-08, BR-Z-08, BR-E-08, BR-AE-08, BR-IC-08, BR-G-08, BR-O-08',
    every('BG-23', (group, terms) => number(group['BT-116']).eq(taxableOf(group, terms))),
    inEach('BG-23', { 'BT-116': '1.00' }),
  ],
  ['BR-CO-17, BR-S-09', every('BG-23', isTaxOn), inEach('BG-23', { 'BT-117': '1.00' })],
  ofCategories('BR-S-10, BR-Z-10', 'S Z', (group) => !has(group, 'BT-120'), asCategory('S')),
  ofCategories(
    'BR-E-10, BR-AE-10, BR-IC-10, BR-G-10, BR-O-10',
    withReason,
    (group) => has(group, 'BT-120'),
    inEach('BG-23', { 'BT-120': null }),
  ),
  ofCategories('BR-S-05', 'S', (group) => number(group['BT-119']).gt(0), asCategory('S')),
  ofCategories(
    'BR-Z-05, BR-E-05, BR-AE-05, BR-IC-05, BR-G-05, BR-O-05',
    `Z ${withReason}`,
    (group) => number(group['BT-119']).eq(0),
    inEach('BG-23', { 'BT-119': '5' }),
  ),
  ofCategories('BR-48', taxed, (group) => has(group, 'BT-119'), inEach('BG-23', { 'BT-119': null })),
  ofCategories(
    'BR-O-02',
    'O',
    (_, terms) => !has(seller(terms), 'BT-31') && !has(buyer(terms), 'BT-48'),
    asCategory('O'),
  ),
  ofCategories(
    'BR-O-11',
    'O',
    (_, terms) => terms['BG-23']!.length === 1,
    (terms) => ({
      'BG-23': [...terms['BG-23']!, { ...terms['BG-23']![0], 'BT-118': 'O' }],
    }),
  ),
  ofCategories(
    'BR-S-02, BR-Z-02, BR-E-02, BR-AE-02',
    'S Z E AE',
    (_, terms) => has(seller(terms), 'BT-31') || has(seller(terms), 'BT-32'),
    both(asCategory('E'), sellerWith({ 'BT-31': null })),
  ),
  ofCategories(
    'BR-IC-02, BR-G-02',
    'K G',
    (_, terms) => has(seller(terms), 'BT-31'),
    sellerWith({ 'BT-31': null }),
  ),
  ofCategories('BR-IC-02', 'K', (_, terms) => has(buyer(terms), 'BT-48'), buyerWith({ 'BT-48': null })),
  ofCategories('BR-IC-11', 'K', (_, terms) => has(delivery(terms), 'BT-72'), { 'BG-13': [{}] }),
  ofCategories('BR-IC-12', 'K', (_, terms) => has(delivery(terms), 'BT-80'), { 'BG-13': [{}] }),
  ofCategories(
    'BR-AE-02 of the buyer',
    'AE',
    (_, terms) => has(buyer(terms), 'BT-48') || has(buyer(terms), 'BT-47'),
    both(asCategory('AE'), buyerWith({ 'BT-48': null })),
  ),
  ['BR-23', every('BG-25', (line) => line['BT-130'] === 'C62'), inEach('BG-25', { 'BT-130': null })],
  [
    'BR-O-05 of lines',
    every('BG-25', (line) => line['BT-151'] !== 'O' || !has(line, 'BT-152')),
    inEach('BG-25', { 'BT-151': 'O' }),
  ],
  [
    'the VAT breakdown has the categories and rates of all lines',
    every('BG-25', (line, terms) => kinds(terms).includes(kindOf(line['BT-151'], line['BT-152']))),
    inEach('BG-25', { 'BT-151': 'Z' }),
  ],
  ['BR-27', every('BG-25', (line) => number(line['BT-146']).gte(0)), inEach('BG-25', { 'BT-146': '-1' })],
  [
    'BT-131',
    every('BG-25', (line) =>
      number(line['BT-131']).eq(priced(line).round(2, Big.roundHalfUp).minus(number(line['BT-136']))),
    ),
    inEach('BG-25', { 'BT-146': '1' }),
  ],
  [
    'BR-41, BR-42',
    every('BG-25', (line) => has(line, 'BT-136') === has(line, 'BT-139')),
    inEach('BG-25', { 'BT-139': null }),
  ],
  ['BR-61', (terms) => terms['BT-81'] !== '30' || has(terms, 'BT-84'), { 'BT-81': '30', 'BT-84': null }],
]
