import { Button, Input, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { createSource, type Operation } from '#contract'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { SourceFields } from './source-fields.tsx'
import { instantOf } from './source-values.ts'

interface AddTextProps {
  projectId: string
  also: readonly Operation[]
  onClose: () => void
}

/** Text that was typed or pasted becomes a source. */
export function AddText({ projectId, also, onClose }: AddTextProps) {
  const form = useOperationForm(createSource, {
    initial: {
      title: '',
      text: '',
      kind: 'text' as 'text' | 'transcript',
      occurredAt: '',
      author: '',
      tags: [] as string[],
    },
    input: ({ occurredAt, author, ...values }) => ({
      ...values,
      projectId,
      ...(occurredAt && { occurredAt: instantOf(occurredAt)! }),
      ...(author.trim() && { author }),
    }),
    also,
    onDone: ({ title }, _values, status) => {
      notifyDone(status === 200 ? `The same text is here already: “${title}”` : `“${title}” is added`)
      onClose()
    },
  })
  return (
    <OperationForm
      form={form}
      submit="Add text"
      cancel={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <TextInput label="Title" data-autofocus dir="auto" {...form.field('title')} />
      <Textarea
        label="Text"
        description="Up to 1,000,000 characters; longer ones come as a file."
        autosize
        minRows={6}
        maxRows={16}
        dir="auto"
        {...form.field('text')}
      />
      <Input.Wrapper
        label="What it is"
        labelElement="div"
        description={form.values.kind === 'transcript' && 'Lines begin with the speaker: “Ada: …”.'}
      >
        <SegmentedControl
          aria-label="What it is"
          fullWidth
          data={[
            { value: 'text', label: 'Text' },
            { value: 'transcript', label: 'Transcript' },
          ]}
          {...form.field('kind')}
        />
      </Input.Wrapper>
      <SourceFields field={form.field} errors={form.errors} />
    </OperationForm>
  )
}
