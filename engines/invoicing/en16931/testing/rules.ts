import assert from 'node:assert/strict'
import type { UblProfile } from '#rules/e-invoices'
import type { Terms } from '../terms.ts'
import { en16931Rules } from './en16931-rules.ts'
import { peppolRules, xrechnungRules } from './profile-rules.ts'
import { readTerms } from './read-terms.ts'
import type { Rule } from './rule.ts'

/** The published rules of each profile. */
export const rulesOf: Record<UblProfile, Rule[]> = {
  en16931: en16931Rules,
  peppol: [...en16931Rules, ...peppolRules],
  xrechnung: [...en16931Rules, ...xrechnungRules],
}

/** Returns the numbers of the rules that a document breaks. */
export const brokenRules = (terms: Terms, profile: UblProfile): string[] =>
  rulesOf[profile].filter(([, isKept]) => !isKept(terms)).map(([ids]) => ids)

/** Reads an e-invoice, UBL or CII. @throws AssertionError if it breaks a rule of its profile */
export function readValid(xml: string, profile: UblProfile): Terms {
  const terms = readTerms(xml)
  assert.deepEqual(brokenRules(terms, profile), [])
  return terms
}
