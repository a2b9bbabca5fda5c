import { MultiSelect } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { getSource, listSources } from '#contract'
import { callOptions } from '../../api.ts'
import { useSearched } from '../../searched.ts'

interface SourcesFieldProps {
  /** Empty until one is chosen. */
  projectId: string
  /** The ids of the chosen sources. */
  value: string[]
  error?: ReactNode
  onChange: (sourceIds: string[]) => void
}

/** Chooses sources of a project by title. */
export function SourcesField({ projectId, value, error, onChange }: SourcesFieldProps) {
  const query = projectId === '' ? null : { projectId, status: 'ready' as const }
  const { rows, field } = useSearched('source', listSources, query)
  // Keeps the titles of chosen sources while others are searched.
  const [picked, setPicked] = useState<Option[]>([])
  const given = useOptions(value.filter((id) => !picked.some(({ value }) => value === id)))
  const chosen = [...picked, ...given]
  const found = rows.map(({ id, title }) => ({ value: id, label: title }))
  const others = found.filter(({ value }) => !chosen.some((one) => one.value === value))

  const choose = (sourceIds: string[]) => {
    setPicked([...picked, ...others].filter(({ value }) => sourceIds.includes(value)))
    onChange(sourceIds)
  }
  return (
    <MultiSelect
      label="Sources"
      description="Optional. Only these sources."
      placeholder={value.length === 0 ? 'All ready sources' : ''}
      hidePickedOptions
      maxValues={500}
      disabled={projectId === ''}
      data={[...chosen, ...others]}
      {...field}
      value={value}
      onChange={choose}
      error={error}
    />
  )
}

interface Option {
  value: string
  label: string
}

/** Loads the titles of sources that were chosen for an earlier run. */
const useOptions = (sourceIds: string[]): Option[] =>
  useQueries({
    queries: sourceIds.map((sourceId) => ({ ...callOptions(getSource, { sourceId }), staleTime: 60_000 })),
  }).map(({ data, isError }, at) => ({
    value: sourceIds[at]!,
    label: data?.title ?? (isError ? 'Deleted source' : 'Loading…'),
  }))
