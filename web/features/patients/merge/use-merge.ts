import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type Input, listAuditLog, listInvoices, mergePatients, type PatientField } from '#contract'
import { callOptions, useAction } from '../../../api.ts'
import { refusedFields } from '../../../components/field-errors.ts'
import { useUnsaved } from '../../../components/unsaved.ts'
import { valuesOf } from '../patient-values.ts'
import { type Choices, fieldChoicesOf, isGap, type Sides, wrongTyped } from './merge-choices.ts'

/** The choices of a merge, the server's preview of it, and the merge itself. */
export function useMerge(sides: Sides) {
  const navigate = useNavigate()
  const [choices, setChoices] = useState<Choices>({ chosen: {}, typed: {} })
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const [refused, setRefused] = useState<Record<string, string>>({})
  const isDone = useRef(false)
  const { source, target } = sides

  const wrong = wrongTyped(choices)
  const input: Input<typeof mergePatients> = {
    sourceId: source.id,
    targetId: target.id,
    fieldChoices: fieldChoicesOf(choices, sides),
    expectedVersions: { source: source.version, target: target.version },
  }
  const action = useAction(mergePatients, {
    also: [listAuditLog, listInvoices],
    onDone: ({ id }) => {
      isDone.current = true
      return navigate({ to: '/patients/merges/$mergeId', params: { mergeId: id ?? '' }, replace: true })
    },
  })
  // Shows no preview of invalid values, and none during the merge, after which a preview would be refused.
  const preview = useMergePreview(input, Object.keys(wrong).length === 0 && !action.isPending)
  useUnsaved(
    () => !isDone.current && (reason !== '' || Object.keys(choices.chosen).length > 0),
    undefined,
    // Swapping the two records keeps the input.
    ({ sourceId, targetId }) => [sourceId, targetId].sort().join(),
  )

  /** Without a choice, as on the server, the target keeps its value and the source fills gaps. */
  const kept = (field: PatientField): string =>
    choices.chosen[field] ?? (isGap(target, field) ? source.id : target.id)
  const choose = (field: PatientField, value: string) => {
    setRefused({})
    setChoices(({ chosen, typed }) => ({
      chosen: { ...chosen, [field]: value },
      // Typing starts with the value kept so far, or with what was typed before.
      typed:
        value === 'typed'
          ? { [field]: valuesOf(kept(field) === source.id ? source : target)[field], ...typed }
          : typed,
    }))
  }
  const type = (values: Choices['typed']) => {
    setRefused({})
    setChoices(({ chosen, typed }) => ({ chosen, typed: { ...typed, ...values } }))
  }

  /** @returns whether it succeeded */
  const merge = async (): Promise<boolean> => {
    setFailure(undefined)
    if (Object.keys(wrong).length > 0) return false
    try {
      await action.mutateAsync({ ...input, ...(reason.trim() && { reason }) })
      return true
    } catch (error) {
      const fields = refusedFields(error, fieldAt)
      setRefused(fields)
      if (Object.keys(fields).length === 0) setFailure(error)
      return false
    }
  }

  return {
    choices,
    kept,
    choose,
    type,
    reason,
    setReason,
    errors: { ...refused, ...wrong },
    failure,
    preview,
    merge,
    merging: action.isPending,
  }
}

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

const fieldAt = (path: string) => /^fieldChoices\.(.*)/.exec(path)?.[1]
