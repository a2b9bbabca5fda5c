import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { type Merge, type MergeField, mergeFields, type mergePatients, type Patient } from '#contract'

/** The mergeable fields of a patient. */
export type Known = Pick<Patient, MergeField>

type Choices = z.output<typeof mergePatients.body>['fieldChoices']

/**
 * Decides the survivor's fields after a merge: the chosen value, else its own, and if that is empty the source's. An
 * address is one value. Fields in which both records have different values are conflicts.
 */
export function choose(source: Known, target: Known, choices: Choices = {}) {
  const decided = mergeFields.map((field) => {
    const [ofSource, ofTarget, choice] = [source[field], target[field], choices[field]]
    const byDefault = isEmpty(ofTarget) && !isEmpty(ofSource) ? 'source' : 'target'
    // null is a choice, too: it clears the field.
    const side = choice === undefined ? byDefault : choice
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
      ...emptyAddress,
      ...Object.fromEntries(Object.entries(choice ?? {}).filter(([, part]) => part !== undefined)),
    }
  }
  return choice ?? (field === 'sex' ? 'unknown' : null)
}

const emptyAddress = { line: null, city: null, region: null, postalCode: null, country: null }

function isEmpty(value: Known[MergeField]): boolean {
  if (value === null || value === 'unknown') return true
  return typeof value === 'object' && Object.values(value).every((part) => part === null)
}
