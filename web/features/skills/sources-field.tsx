import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { listSources } from '#contract'
import { callOptions } from '../../api.ts'

interface SourcesFieldProps {
  projectId: string
  /** The ids of those that are chosen. */
  value: string[]
  error?: ReactNode
  onChange: (sourceIds: string[]) => void
}

/** Some sources of a project, found by their titles. */
export function SourcesField({ projectId, value, error, onChange }: SourcesFieldProps) {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 200)
  const { data, isError, isPlaceholderData } = useQuery({
    ...callOptions(listSources, { projectId, status: 'ready', limit: 20, ...(asked && { q: asked }) }),
    placeholderData: keepPreviousData,
  })
  // The titles of what was chosen, while others are searched.
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([])
  const found = data?.data.map(({ id, title }) => ({ value: id, label: title })) ?? []
  const others = found.filter(({ value }) => !chosen.some((one) => one.value === value))
  const isCurrent = data !== undefined && !isPlaceholderData && asked === typed.trim()

  const choose = (sourceIds: string[]) => {
    setChosen([...chosen, ...others].filter(({ value }) => sourceIds.includes(value)))
    onChange(sourceIds)
  }
  return (
    <MultiSelect
      label="Sources"
      description="Optional. Only these."
      placeholder={value.length === 0 ? 'All that are ready' : ''}
      searchable
      hidePickedOptions
      openOnFocus={false}
      maxValues={500}
      data={[...chosen, ...others]}
      filter={({ options }) => options}
      nothingFoundMessage={
        isError ? 'The sources could not be searched' : isCurrent ? 'No source is called that' : 'Searching…'
      }
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      onChange={choose}
      error={error}
    />
  )
}
