import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type Input, listAuditLog, listInvoices, type MergeField, mergePatients } from '#contract'
import { callOptions, useAction } from '../../api.ts'
import { refusedFields } from '../../components/field-errors.ts'
import { useUnsaved } from '../../components/unsaved.ts'
import { type Choices, fieldChoicesOf, isGap, type Sides, typedFrom, wrongTyped } from './merge-choices.ts'

/** The choices of a merge, what the server says would follow from them, and the merge itself. */
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
  // Not what is wrong, and not while the merge is under way, after which it would be refused.
  const preview = useMergePreview(input, Object.keys(wrong).length === 0 && !action.isPending)
  useUnsaved(
    () => !isDone.current && (reason !== '' || Object.keys(choices.chosen).length > 0),
    undefined,
    // The same two with their sides swapped keep what was typed.
    ({ sourceId, targetId }) => [sourceId, targetId].sort().join(),
  )

  /** Without a choice it is as the server does it: the survivor keeps its own, and the source fills gaps. */
  const kept = (field: MergeField): string =>
    choices.chosen[field] ?? (isGap(target, field) ? source.id : target.id)
  const choose = (field: MergeField, value: string) => {
    setRefused({})
    setChoices(({ chosen, typed }) => ({
      chosen: { ...chosen, [field]: value },
      // Typing begins with the value that was kept until then; what was typed before is there again.
      typed:
        value === 'typed'
          ? { ...typedFrom(kept(field) === source.id ? source : target, field), ...typed }
          : typed,
    }))
  }
  const type = (values: Choices['typed']) => {
    setRefused({})
    setChoices(({ chosen, typed }) => ({ chosen, typed: { ...typed, ...values } }))
  }

  /** @returns whether it was done */
  const merge = async (): Promise<boolean> => {
    setFailure(undefined)
    if (Object.keys(wrong).length > 0) return false
    try {
      await action.mutateAsync({ ...input, ...(reason.trim() && { reason }) })
      return true
    } catch (error) {
      const fields = withoutPrefix(refusedFields(error, {}, ['fieldChoices']))
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

/** What the merge would do, asked again once choices rest. What was last said stays in sight meanwhile. */
function useMergePreview(input: Input<typeof mergePatients>, mayAsk: boolean) {
  const wanted = JSON.stringify(input)
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    if (!mayAsk) return
    const rested = setTimeout(setAsked, restMs, wanted)
    return () => clearTimeout(rested)
  }, [wanted, mayAsk])

  return useQuery({
    ...callOptions(mergePatients, { ...JSON.parse(asked), preview: true }),
    placeholderData: keepPreviousData,
  })
}
export type MergePreview = ReturnType<typeof useMergePreview>

const withoutPrefix = (errors: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [path.replace('fieldChoices.', ''), message]),
  )
