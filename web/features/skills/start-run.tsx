import { Group, MultiSelect, NumberInput, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { listRuns, listSources, type Skill, type SkillInput, startRun } from '#contract'
import { callOptions } from '../../api.ts'
import { DateField } from '../../components/date-field.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'

const blank = {
  question: '',
  sourceIds: [] as string[],
  tag: '',
  from: '',
  to: '',
  sentences: '' as number | '',
}

interface StartRunProps {
  skill: Skill
  projectId: string
  onClose: () => void
}

/** The form that starts a skill on a project. */
export default function StartRun({ skill, projectId, onClose }: StartRunProps) {
  const navigate = useNavigate()
  const form = useOperationForm(startRun, {
    initial: { input: blank },
    input: ({ input }) => ({ name: skill.name, projectId, input: withoutBlanks(input) }),
    check: ({ input: { from, to } }): Record<string, string> =>
      from && to && from > to ? { 'input.to': 'The last day is before the first' } : {},
    also: [listRuns],
    // Replaces the dialog, which the back button would open again.
    onDone: ({ id }) =>
      navigate({ to: '/projects/$projectId/runs/$runId', params: { projectId, runId: id }, replace: true }),
  })
  // The server names the source that no longer exists.
  const wrongSource = Object.entries(form.errors).find(([path]) => path.startsWith('input.sourceIds'))
  return (
    <OperationForm form={form} submit="Start" onCancel={onClose}>
      <Text c="dimmed">Runs on all sources that are ready. Use the options to limit it.</Text>
      <Textarea
        label="Question"
        description="Optional. Text about the question comes first."
        autosize
        maxRows={6}
        data-autofocus
        dir="auto"
        {...form.field('input.question')}
      />
      <SourcesField
        projectId={projectId}
        value={form.values.input.sourceIds}
        error={wrongSource?.[1]}
        onChange={(sourceIds) => {
          form.setValue('input.sourceIds', sourceIds)
          form.clearErrors()
        }}
      />
      <TextInput
        label="Tag"
        description="Optional. Only sources with this tag."
        dir="auto"
        {...form.field('input.tag')}
      />
      <Group grow align="flex-start">
        <DateField label="From" {...form.field('input.from')} />
        <DateField label="To" {...form.field('input.to')} />
      </Group>
      <NumberInput
        label="Length"
        description="Optional. Up to 50 sentences."
        min={1}
        max={50}
        allowDecimal={false}
        {...form.field('input.sentences')}
      />
    </OperationForm>
  )
}

/** Returns the options that were filled in. */
function withoutBlanks(input: typeof blank): SkillInput {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) =>
      typeof value === 'string' ? value.trim() !== '' : !Array.isArray(value) || value.length > 0,
    ),
  )
}

interface SourcesFieldProps {
  projectId: string
  /** The ids of the chosen sources. */
  value: string[]
  error?: ReactNode
  onChange: (sourceIds: string[]) => void
}

/** Chooses sources of a project by title. */
function SourcesField({ projectId, value, error, onChange }: SourcesFieldProps) {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 200)
  const { data, isError, isPlaceholderData } = useQuery({
    ...callOptions(listSources, { projectId, status: 'ready', limit: 20, ...(asked && { q: asked }) }),
    placeholderData: keepPreviousData,
  })
  // Keeps the titles of chosen sources while others are searched.
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
      description="Optional. Only these sources."
      placeholder={value.length === 0 ? 'All ready sources' : ''}
      searchable
      hidePickedOptions
      openOnFocus={false}
      maxValues={500}
      data={[...chosen, ...others]}
      filter={({ options }) => options}
      nothingFoundMessage={
        isError ? 'The sources could not be searched' : isCurrent ? 'No source found' : 'Searching…'
      }
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      onChange={choose}
      error={error}
    />
  )
}
