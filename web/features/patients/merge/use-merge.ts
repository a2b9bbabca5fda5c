import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Input, listAuditLog, listInvoices, mergePatients, type PatientField } from '#contract'
import { callOptions } from '../../../api.ts'
import { useOperationForm } from '../../../components/operation-form.tsx'
import { type Rules, useRules } from '../../../load-rules.ts'
import { valuesOf } from '../patient-values.ts'
import { type Chosen, fieldChoicesOf, isGap, type Sides, type Typed, wrongTyped } from './merge-choices.ts'

/** `fieldChoices` are the typed values, under the name that they have in errors of the server. */
type Values = { chosen: Chosen; fieldChoices: Typed; reason: string }

/** The form of a merge, with the server's preview of it. */
export function useMerge(sides: Sides) {
  const navigate = useNavigate()
  const { source, target } = sides
  const input = ({ chosen, fieldChoices: typed, reason }: Values): Input<typeof mergePatients> => ({
    sourceId: source.id,
    targetId: target.id,
    fieldChoices: fieldChoicesOf({ chosen, typed }, sides),
    expectedVersions: { source: source.version, target: target.version },
    ...(reason.trim() && { reason }),
  })
  const form = useOperationForm(mergePatients, {
    initial: { chosen: {}, fieldChoices: {}, reason: '' } as Values,
    input,
    check: (values) => wrongIn(values, rules),
    also: [listAuditLog, listInvoices],
    onDone: ({ id }) =>
      navigate({ to: '/patients/merges/$mergeId', params: { mergeId: id ?? '' }, replace: true }),
    // Swapping the two records keeps the input.
    placeIn: ({ sourceId, targetId }) => [sourceId, targetId].sort().join(),
  })
  const { values } = form
  const rules = useRules(Object.keys(values.fieldChoices).length > 0)
  const wrong = wrongIn(values, rules)
  // Shows no preview of invalid values, and none during the merge, after which a preview would be refused.
  const mayPreview = Object.keys(wrong).length === 0 && !form.submitting
  const preview = useMergePreview(input({ ...values, reason: '' }), mayPreview)

  /** Without a choice, as on the server, the target keeps its value and the source fills gaps. */
  const kept = (field: PatientField): string =>
    values.chosen[field] ?? (isGap(target, field) ? source.id : target.id)
  const choose = (field: PatientField, value: string) => {
    // Typing starts with the value kept so far, or with what was typed before.
    const start = valuesOf(kept(field) === source.id ? source : target)[field]
    if (value === 'typed' && values.fieldChoices[field] === undefined)
      form.setValue(`fieldChoices.${field}`, start as never)
    form.setValue(`chosen.${field}`, value as never)
  }
  return { form: { ...form, ...form.withErrors(wrong) }, kept, choose, preview }
}
export type MergeFormState = ReturnType<typeof useMerge>['form']

/** Returns the errors of typed values by field of the form. */
const wrongIn = ({ chosen, fieldChoices: typed }: Values, rules: Rules | undefined) =>
  Object.fromEntries(
    Object.entries(wrongTyped({ chosen, typed }, rules)).map(([field, message]) => [
      `fieldChoices.${field}`,
      message,
    ]),
  )

const restMs = 250

/** Previews the merge again 250 ms after the last change; the previous preview stays visible until then. */
function useMergePreview(input: Input<typeof mergePatients>, mayAsk: boolean) {
  const wanted = JSON.stringify(input)
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    if (!mayAsk) return
    const timer = setTimeout(setSettled, restMs, wanted)
    return () => clearTimeout(timer)
  }, [wanted, mayAsk])

  return useQuery({
    ...callOptions(mergePatients, { ...JSON.parse(settled), preview: true }),
    placeholderData: keepPreviousData,
  })
}
export type MergePreview = ReturnType<typeof useMergePreview>
