import { Text, TextInput } from '@mantine/core'
import { createUser, listAuditLog, noAccess } from '#contract'
import { FormDialog, type useDialog } from '../../components/form-dialog.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { AccessField } from './access-field.tsx'
import { RoleField } from './role-field.tsx'

/** Creates a service user. */
export function ServiceDialog({ dialog }: { dialog: ReturnType<typeof useDialog> }) {
  return (
    <FormDialog dialog={dialog} title="New service user">
      <ServiceForm onClose={dialog.close} />
    </FormDialog>
  )
}

function ServiceForm({ onClose }: { onClose: () => void }) {
  const form = useOperationForm(createUser, {
    initial: { kind: 'service' as const, name: '', role: 'member' as 'admin' | 'member', access: noAccess },
    fieldOf: { service_name_taken: 'name' },
    also: [listAuditLog],
    onDone: ({ name }) => {
      onClose()
      notifyDone(`“${name}” has been created`)
    },
  })
  return (
    <OperationForm form={form} submit="Create service user" onCancel={onClose}>
      <Text c="dimmed">
        A service user has API keys, but no password and no mailbox. Create one for each program.
      </Text>
      <TextInput
        label="Name"
        description="The program, such as “nightly-upload”."
        autoComplete="off"
        data-autofocus
        dir="auto"
        {...form.field('name')}
      />
      <RoleField {...form.field('role')} />
      <AccessField
        role={form.values.role}
        value={form.values.access}
        onChange={(access) => form.setValue('access', access)}
      />
    </OperationForm>
  )
}
