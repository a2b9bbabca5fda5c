import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
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
  const preview = useMergePreview(input, Object.keys(wrong).length === 0)
  const action = useAction(mergePatients, {
    also: [listAuditLog, listInvoices],
    onDone: ({ id }) => {
      isDone.current = true
      return navigate({ to: '/patients/merges/$mergeId', params: { mergeId: id ?? '' }, replace: true })
    },
  })
  useUnsaved(() => !isDone.current && (reason !== '' || Object.keys(choices.chosen).length > 0))

  const kept = (field: MergeField): string => {
    const choice = choices.chosen[field]
    if (choice) return choice
    const decided = preview.data?.conflicts.find((conflict) => conflict.field === field)?.chosen
    const side = decided ?? (isGap(target, field) ? 'source' : 'target')
    return side === 'source' ? source.id : target.id
  }
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

/** What the merge would do, asked again as choices change. What was last said stays in sight meanwhile. */
function useMergePreview(input: Input<typeof mergePatients>, isRight: boolean) {
  const [asked] = useDebouncedValue(JSON.stringify(input), 250)
  return useQuery({
    ...callOptions(mergePatients, { ...JSON.parse(asked), preview: true }),
    enabled: isRight,
    placeholderData: keepPreviousData,
  })
}
export type MergePreview = ReturnType<typeof useMergePreview>

const withoutPrefix = (errors: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [path.replace('fieldChoices.', ''), message]),
  )
