import { assertEn16931 } from './assert-en16931.ts'
import { germanRules } from './german-rules.ts'
import { all, type Node, one } from './parse-xml.ts'
import { commonRules } from './peppol-common.ts'
import { assertRules, buyer, type Rule, seller } from './rules.ts'

export const xrechnungRules: Rule[] = [
  ...commonRules,
  ...germanRules((number, part) => `BR-DE-${number}${part ? `-${part}` : ''}`),
  [
    'BR-DE-21',
    (root) =>
      one(root, 'CustomizationID') ===
      'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  ],
  [
    'BR-CL-25',
    (root) =>
      [seller(root), buyer(root)]
        .flatMap((party) => all(party, 'EndpointID'))
        .every(({ attributes }) => /^(\d{4}|A[NQSU]|EM)$/.test(attributes.schemeID ?? '')),
  ],
]

/** Asserts that a document satisfies EN 16931 and XRechnung 3.0. */
export function assertXrechnung(root: Node): void {
  assertEn16931(root)
  assertRules(xrechnungRules, root)
}
