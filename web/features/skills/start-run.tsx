import { Button, Group, NumberInput, Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { listRuns, type Skill, type SkillInput, startRun } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { SourcesField } from './sources-field.tsx'

interface StartRunProps {
  skill: Skill
  projectId: string
  onClose: () => void
}

const nothingSaid = {
  question: '',
  sourceIds: [] as string[],
  tag: '',
  from: '',
  to: '',
  sentences: '' as number | '',
}

/** What a run is to be about; everything may be left as it is. */
export function StartRun({ skill, projectId, onClose }: StartRunProps) {
  const navigate = useNavigate()
  const form = useOperationForm(startRun, {
    initial: { input: nothingSaid },
    input: ({ input }) => ({ name: skill.name, projectId, input: given(input) }),
    check: ({ input: { from, to } }): Record<string, string> =>
      from && to && from > to ? { 'input.to': 'The last day is before the first' } : {},
    also: [listRuns],
    // In the place of the dialog, which going back would open again.
    onDone: ({ id }) => navigate({ to: '/skill-runs/$runId', params: { runId: id }, replace: true }),
  })
  // A refusal names the one source that is not there any more.
  const wrongSource = Object.entries(form.errors).find(([path]) => path.startsWith('input.sourceIds'))
  return (
    <OperationForm
      form={form}
      submit="Start"
      cancel={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <Text c="dimmed">It goes through all sources that are ready, unless you say which.</Text>
      <Textarea
        label="Question"
        description="Optional. What is about it comes first."
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
        description="Optional. Only sources with it."
        dir="auto"
        {...form.field('input.tag')}
      />
      <Group grow align="flex-start">
        <TextInput type="date" label="From" max="9999-12-31" {...form.field('input.from')} />
        <TextInput type="date" label="To" max="9999-12-31" {...form.field('input.to')} />
      </Group>
      <NumberInput
        label="Length"
        description="Optional. Sentences, at most 50."
        min={1}
        max={50}
        allowDecimal={false}
        {...form.field('input.sentences')}
      />
    </OperationForm>
  )
}

/** What was filled in. */
function given(input: typeof nothingSaid): SkillInput {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) =>
      typeof value === 'string' ? value.trim() !== '' : !Array.isArray(value) || value.length > 0,
    ),
  )
}
