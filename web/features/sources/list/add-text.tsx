import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { createSource, type Language, type Operation } from '#contract'
import { notifyDone } from '../../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { SourceFields } from '../source-fields.tsx'
import { instantOf } from '../source-values.ts'

interface AddTextProps {
  projectId: string
  also: readonly Operation[]
  onClose: () => void
}

/** Adds typed or pasted text as a source. */
export default function AddText({ projectId, also, onClose }: AddTextProps) {
  const form = useOperationForm(createSource, {
    initial: {
      title: '',
      text: '',
      kind: 'text' as 'text' | 'transcript',
      language: '' as Language | '',
      occurredAt: '',
      author: '',
      tags: [] as string[],
    },
    input: ({ language, occurredAt, author, ...values }) => ({
      ...values,
      projectId,
      ...(language && { language }),
      ...(occurredAt && { occurredAt: instantOf(occurredAt)! }),
      ...(author.trim() && { author }),
    }),
    also,
    onDone: ({ title }, _values, status) => {
      notifyDone(
        status === 200 ? `This text has already been added as “${title}”` : `“${title}” has been added`,
      )
      onClose()
    },
  })
  return (
    <OperationForm form={form} submit="Add text" onCancel={onClose}>
      <TextInput label="Title" data-autofocus dir="auto" {...form.field('title')} />
      <Textarea
        label="Text"
        description="Up to 1,000,000 characters. Upload longer texts as a file."
        autosize
        minRows={6}
        maxRows={16}
        dir="auto"
        {...form.field('text')}
      />
      <Input.Wrapper
        label="Kind"
        labelElement="div"
        description={form.values.kind === 'transcript' && 'Begin each line with the speaker: “Ada: …”.'}
      >
        <SegmentedControl
          aria-label="Kind"
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
