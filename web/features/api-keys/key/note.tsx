import { Button, Group, Text, Textarea } from '@mantine/core'
import { getApiKey, type Output, updateApiKey } from '#contract'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { Section } from '../../../components/page.tsx'

type Key = Pick<Output<typeof getApiKey>, 'id' | 'note'>

/** What people should know about a key. */
export function Note({ of: key }: { of: Key }) {
  const editing = useDialog('note')
  return (
    <Section title="Note">
      <Group gap="md" align="baseline">
        {key.note && (
          <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }} dir="auto">
            {key.note}
          </Text>
        )}
        <Button onClick={editing.open}>{key.note ? 'Edit note' : 'Add a note'}</Button>
      </Group>
      <FormDialog dialog={editing} title="Note">
        <NoteForm of={key} onClose={editing.close} />
      </FormDialog>
    </Section>
  )
}

function NoteForm({ of: { id: keyId, note }, onClose }: { of: Key; onClose: () => void }) {
  const form = useOperationForm(updateApiKey, {
    initial: { note },
    input: ({ note }) => ({ keyId, note }),
    also: [getApiKey],
    onDone: onClose,
  })
  return (
    <OperationForm form={form} submit="Save note" onCancel={onClose}>
      <Textarea
        label="Note"
        description="Such as where the key is stored, and who can replace it. Never the key itself."
        data-autofocus
        autosize
        minRows={3}
        maxRows={12}
        dir="auto"
        {...form.field('note')}
      />
    </OperationForm>
  )
}
