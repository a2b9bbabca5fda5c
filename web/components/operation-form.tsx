import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'
import type { OperationFormState } from './use-operation-form.ts'

interface OperationFormProps {
  form: OperationFormState
  /** The verb and its object: `Create project`. */
  submit: string
  /** Beside the submit button: a way out. */
  cancel?: ReactNode
  fullWidth?: boolean
  children: ReactNode
}

/** A form for one operation: fields, what went wrong, and one button. */
export function OperationForm({ form, submit, cancel, fullWidth = false, children }: OperationFormProps) {
  return (
    <form ref={form.element} onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        {children}
        {form.failure !== undefined && <Failure error={form.failure} />}
        <Group justify="flex-end" gap="xs" mt="xs">
          {cancel}
          <Button type="submit" loading={form.submitting} fullWidth={fullWidth}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
