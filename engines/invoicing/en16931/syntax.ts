import { rowsIn } from '#engines/language'
import { typeCodes } from './document.ts'
import { isIban } from './payment.ts'
import type { Terms } from './terms.ts'

/** Where a syntax states a business term. */
export interface Place {
  term: `BT-${string}` | `BG-${string}`
  /** The names of the elements on the way from the group, the last of them the term's: one, or either of two. */
  path: string[][]
  attribute: string | null
  /** What is written here if the term is stated. */
  constant: string | null
}

/** How UBL or CII states business terms. */
export interface Syntax {
  /** The places of the terms of each group, and of the document as `-`, in the order of the schema. */
  places: Map<string, Place[]>
  rootOf: (terms: Terms) => { name: string; attributes: Record<string, string> }
  /** Which of two elements a term has. */
  choose: (names: string[], value: string | Terms, type: string) => string | undefined
  /** The text and attributes of an element for a value. */
  contentOf: (name: string, value: string, currency: string) => [string, Record<string, string>]
}

const rows = rowsIn(new URL('business-terms.tsv', import.meta.url))

function placesIn(column: 2 | 3, qualified: (name: string, isLast: boolean) => string): Syntax['places'] {
  const places = rows.flatMap(([group = '', term = '', ...paths]) => {
    const [path = '', constant = null] = paths[column - 2]!.split('=')
    if (path === '-') return []
    const [way = '', attribute = null] = path.split('/@')
    const steps = way === '.' ? [] : way.split('/')
    const named = steps.map((step, at) => {
      const isLast = term.startsWith('BT') && at === steps.length - 1
      return step.split('|').map((name) => (name.includes(':') ? name : qualified(name, isLast)))
    })
    return [{ group, term: term as Place['term'], path: named, attribute, constant }]
  })
  return Map.groupBy(places, ({ group }) => group)
}

const ublSchemas = 'urn:oasis:names:specification:ubl:schema:xsd'

export const ubl: Syntax = {
  places: placesIn(2, (name, isLast) => `${isLast ? 'cbc' : 'cac'}:${name}`),
  rootOf: (terms) => {
    const name = terms['BT-3'] === typeCodes.Invoice ? 'Invoice' : 'CreditNote'
    const attributes = {
      xmlns: `${ublSchemas}:${name}-2`,
      'xmlns:cac': `${ublSchemas}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${ublSchemas}:CommonBasicComponents-2`,
    }
    return { name, attributes }
  },
  choose: ([ofInvoice, ofCreditNote = ofInvoice], _, type) =>
    type === typeCodes.Invoice ? ofInvoice : ofCreditNote,
  contentOf: (name, value, currencyID) => [value, name.endsWith('Amount') ? { currencyID } : {}],
}

const ciiStandard = 'urn:un:unece:uncefact:data:standard'

/** The terms in the order of CII, group by group. */
const ciiOrder = `
  BT-24 BT-1 BT-3 BT-2 BG-1 BG-25 BT-10 BG-4 BG-7 BG-13 BT-83 BT-5 BT-81 BT-84 BT-86 BG-23 BG-20 BT-20 BT-9
  BT-106 BT-107 BT-109 BT-110 BT-114 BT-112 BT-115 BT-25 BT-26
  BT-22
  BT-27 BT-30 BT-41 BT-42 BT-43 BT-38 BT-35 BT-37 BT-40 BT-39 BT-34 BT-34-1 BT-31 BT-32
  BT-44 BT-47 BT-58 BT-53 BT-50 BT-52 BT-55 BT-54 BT-49 BT-49-1 BT-48
  BT-78 BT-75 BT-77 BT-80 BT-79 BT-72
  BT-92 BT-97 BT-95 BT-96
  BT-117 BT-120 BT-116 BT-118 BT-119
  BT-126 BT-127 BT-155 BT-153 BT-160 BT-161 BT-146 BT-129 BT-130 BT-151 BT-152 BT-136 BT-139 BT-131
`.split(/\s+/)

const inOrderOfCii = (places: Place[]) =>
  places.toSorted((a, b) => ciiOrder.indexOf(a.term) - ciiOrder.indexOf(b.term))

export const cii: Syntax = {
  places: new Map(
    [...placesIn(3, (name) => `ram:${name}`)].map(([group, places]) => [group, inOrderOfCii(places)]),
  ),
  rootOf: () => ({
    name: 'rsm:CrossIndustryInvoice',
    attributes: {
      'xmlns:rsm': `${ciiStandard}:CrossIndustryInvoice:100`,
      'xmlns:ram': `${ciiStandard}:ReusableAggregateBusinessInformationEntity:100`,
      'xmlns:qdt': `${ciiStandard}:QualifiedDataType:100`,
      'xmlns:udt': `${ciiStandard}:UnqualifiedDataType:100`,
    },
  }),
  choose: ([ofIban, ofOther = ofIban], value) =>
    typeof value !== 'string' || isIban(value) ? ofIban : ofOther,
  contentOf: (name, value, currencyID) => {
    // UN/EDIFACT 2379: CCYYMMDD
    if (name.endsWith('DateTimeString')) return [value.replaceAll('-', ''), { format: '102' }]
    // CII states the currency only of the tax.
    return [value, name.endsWith('TaxTotalAmount') ? { currencyID } : {}]
  },
}
