import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import {
  blankPatient,
  type Merge,
  type mergePatients,
  type Patient,
  type PatientField,
  patientFields,
} from '#contract'

export type Known = Pick<Patient, PatientField>

type Choices = z.output<typeof mergePatients.body>['fieldChoices']

/**
 * Decides the survivor's fields after a merge: the chosen value, else its own, and if that is empty the source's. An
 * address is one value. Fields in which both records have different values are conflicts.
 */
export function choose(source: Known, target: Known, choices: Choices = {}) {
  const decided = patientFields.map((field) => {
    const [ofSource, ofTarget, choice] = [source[field], target[field], choices[field]]
    const byDefault = isEmpty(field, ofTarget) && !isEmpty(field, ofSource) ? 'source' : 'target'
    // null is a choice, too: it clears the field.
    const side = choice === undefined ? byDefault : choice
    const chosen: 'source' | 'target' | 'value' = side === 'source' || side === 'target' ? side : 'value'
    const value = chosen === 'source' ? ofSource : chosen === 'target' ? ofTarget : asValue(field, choice)
    return { field, source: ofSource, target: ofTarget, chosen, value }
  })
  const conflicts: Merge['conflicts'] = decided
    .filter(
      ({ field, source, target }) =>
        !isEmpty(field, source) && !isEmpty(field, target) && !isDeepStrictEqual(source, target),
    )
    .map(({ value: _, ...conflict }) => conflict)
  const after = Object.fromEntries(decided.map(({ field, value }) => [field, value])) as unknown as Known
  return { after, conflicts }
}

export const known = (patient: Patient): Known =>
  Object.fromEntries(patientFields.map((field) => [field, patient[field]])) as unknown as Known

function asValue(field: PatientField, choice: unknown): unknown {
  if (field !== 'address') return choice ?? blankPatient[field]
  const given = Object.entries(choice ?? {}).filter(([, part]) => part !== undefined)
  return { ...blankPatient.address, ...Object.fromEntries(given) }
}

const isEmpty = (field: PatientField, value: unknown): boolean =>
  isDeepStrictEqual(value, blankPatient[field])
