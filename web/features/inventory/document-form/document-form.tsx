import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { keepFocus } from '../../../components/focus.ts'
import { formatCount } from '../../../components/format.ts'
import { OperationForm, type OperationFormState } from '../../../components/operation-form.tsx'

/** Moves on from a field of the head on Enter, which would submit the form. */
export const onEnter = (goOn: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  goOn()
}

interface DocumentFormProps {
  form: OperationFormState
  /** Names the form: `Delivery`. */
  label: string
  /** Verb and object: `Receive delivery`. */
  submit: string
  children: ReactNode
}

/** The form of a receipt or an adjustment: its head, its lines, its errors, and one button. */
export function DocumentForm({ form, label, submit, children }: DocumentFormProps) {
  // Takes the focus from the page's heading, because the next thing to do is to type.
  useEffect(() => form.element.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [form.element])

  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.onSubmit(event)
  }
  const wrong = new Set(Object.keys(form.errors).map((path) => /^lines\.\d+/.exec(path)?.[0]))
  wrong.delete(undefined)
  return (
    <OperationForm
      form={form}
      aria-label={label}
      onKeyDown={press}
      gap="lg"
      actions={
        <Group justify="flex-end">
          <Button
            variant="filled"
            type="submit"
            size="md"
            loading={form.submitting}
            data-submit
            onMouseDown={keepFocus}
          >
            {submit}
          </Button>
        </Group>
      }
    >
      {children}
      {wrong.size > 0 && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
          Nothing was recorded yet. Correct{' '}
          {wrong.size === 1 ? 'the line' : `the ${formatCount(wrong.size)} lines`} with errors.
        </Alert>
      )}
    </OperationForm>
  )
}
