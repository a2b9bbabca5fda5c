import { Group, Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type Project, type SkillInput, startRun } from '#contract'
import { DateField } from '../../components/date-field.tsx'
import { DecimalField } from '../../components/decimal-field.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { SearchableSelect } from '../../components/searchable-select.tsx'
import { SourcesField } from './sources-field.tsx'

/** Returns the values of the fields for an input. */
const valuesOf = ({
  question = '',
  sourceIds = [],
  tag = '',
  from = '',
  to = '',
  sentences,
}: SkillInput) => ({ question, sourceIds, tag, from, to, sentences: String(sentences ?? '') })

export interface StartRunProps {
  /** The name of the skill to run. */
  skill: string
  projectId?: string
  /** The projects to choose from, if none is given. */
  projects?: Project[]
  /** The input of an earlier run, to start with. */
  input?: SkillInput
  onClose: () => void
}

/** The form that starts a skill on a project. */
export function StartRun({ skill, projectId, projects = [], input = {}, onClose }: StartRunProps) {
  const navigate = useNavigate()
  const [first, ...others] = projects
  const only = others.length === 0 ? first?.id : undefined
  const asksForProject = others.length > 0
  const form = useOperationForm(startRun, {
    initial: { projectId: projectId ?? only ?? '', input: valuesOf(input) },
    input: ({ projectId, input }) => ({ name: skill, projectId, input: withoutBlanks(input) }),
    check: ({ projectId, input: { from, to } }): Record<string, string> => ({
      ...(!projectId && { projectId: 'Choose a project' }),
      ...(from && to && from > to && { 'input.to': 'The last day is before the first' }),
    }),
    // Replaces the dialog, which the back button would open again.
    onDone: ({ id, projectId }) =>
      navigate({ to: '/projects/$projectId/runs/$runId', params: { projectId, runId: id }, replace: true }),
  })
  // The server names the source that no longer exists.
  const wrongSource = Object.entries(form.errors).find(([path]) => path.startsWith('input.sourceIds'))
  return (
    <OperationForm form={form} submit="Start" onCancel={onClose}>
      <Text c="dimmed">Runs on all sources that are ready. Use the options to limit it.</Text>
      {projects.length > 0 && (
        <SearchableSelect
          label="Project"
          placeholder="Choose a project"
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          nothingFound="No project found"
          openOnFocus={false}
          {...(asksForProject && { 'data-autofocus': true, autoFocus: true })}
          {...form.field('projectId')}
          onChange={(chosen) => {
            form.setValue('projectId', chosen ?? '')
            form.setValue('input.sourceIds', [])
          }}
        />
      )}
      <Textarea
        label="Question"
        description="Optional. Text about the question comes first."
        autosize
        maxRows={6}
        {...(!asksForProject && { 'data-autofocus': true, autoFocus: true })}
        dir="auto"
        {...form.field('input.question')}
      />
      <SourcesField
        key={form.values.projectId}
        projectId={form.values.projectId}
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
      <DecimalField
        label="Length"
        description="Optional. Up to 50 sentences."
        inputMode="numeric"
        {...form.field('input.sentences')}
      />
    </OperationForm>
  )
}

/** Returns the options that were filled in. */
function withoutBlanks({ sentences, ...input }: ReturnType<typeof valuesOf>): SkillInput {
  return Object.fromEntries(
    Object.entries({ ...input, sentences: sentences && Number(sentences) }).filter(([, value]) =>
      typeof value === 'string' ? value.trim() !== '' : !Array.isArray(value) || value.length > 0,
    ),
  )
}
