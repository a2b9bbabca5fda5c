import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { type Merge, type MergeField, mergeFields, type mergePatients, type Patient } from '#contract'

/** What is known of a person, apart from identifiers. */
export type Known = Pick<Patient, MergeField>

type Choices = z.output<typeof mergePatients.body>['fieldChoices']

/**
 * What the survivor says after a merge: what was chosen, else its own, and where it says nothing, what the source says.
 * An address is taken whole. A conflict is where both say something, and not the same.
 */
export function choose(source: Known, target: Known, choices: Choices = {}) {
  const decided = mergeFields.map((field) => {
    const [ofSource, ofTarget, choice] = [source[field], target[field], choices[field]]
    const without = isEmpty(ofTarget) && !isEmpty(ofSource) ? 'source' : 'target'
    // null is a choice, too: that nothing is known.
    const side = choice === undefined ? without : choice
    const chosen: 'source' | 'target' | 'value' = side === 'source' || side === 'target' ? side : 'value'
    const value = chosen === 'source' ? ofSource : chosen === 'target' ? ofTarget : asValue(field, choice)
    return { field, source: ofSource, target: ofTarget, chosen, value }
  })
  const conflicts: Merge['conflicts'] = decided
    .filter(
      ({ source, target }) => !isEmpty(source) && !isEmpty(target) && !isDeepStrictEqual(source, target),
    )
    .map(({ value: _, ...conflict }) => conflict)
  const after = Object.fromEntries(decided.map(({ field, value }) => [field, value])) as unknown as Known
  return { after, conflicts }
}

export const known = (patient: Patient): Known =>
  Object.fromEntries(mergeFields.map((field) => [field, patient[field]])) as unknown as Known

function asValue(field: MergeField, choice: unknown): unknown {
  if (field === 'address') {
    return {
      ...nowhere,
      ...Object.fromEntries(Object.entries(choice ?? {}).filter(([, part]) => part !== undefined)),
    }
  }
  return choice ?? (field === 'sex' ? 'unknown' : null)
}

const nowhere = { line: null, city: null, region: null, postalCode: null, country: null }

function isEmpty(value: Known[MergeField]): boolean {
  if (value === null || value === 'unknown') return true
  return typeof value === 'object' && Object.values(value).every((part) => part === null)
}
