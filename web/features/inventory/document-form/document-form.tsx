import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { FormEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { Failure } from '../../../components/failure.tsx'
import { keepFocus } from '../../../components/focus.ts'
import { formatCount } from '../../../components/format.ts'

interface DocumentFormProps {
  state: {
    form: RefObject<HTMLFormElement | null>
    failure: unknown
    submitting: boolean
    wrongCount: number
    submit: () => Promise<void>
  }
  /** Names the form: `Delivery`. */
  label: string
  /** Verb and object: `Receive delivery`. */
  submit: string
  children: ReactNode
}

/** The form of a receipt or an adjustment: its head, its lines, its errors, and one button. */
export function DocumentForm({ state, label, submit, children }: DocumentFormProps) {
  const { form, failure, submitting, wrongCount } = state
  const send = (event: FormEvent) => {
    event.preventDefault()
    void state.submit()
  }
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
  }
  return (
    <form ref={form} aria-label={label} onSubmit={send} onKeyDown={press} noValidate>
      <Stack gap="lg">
        {children}
        {wrongCount > 0 && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
            Nothing was recorded yet. Correct{' '}
            {wrongCount === 1 ? 'the line' : `the ${formatCount(wrongCount)} lines`} with errors.
          </Alert>
        )}
        {failure !== undefined && <Failure error={failure} />}
        <Group justify="flex-end">
          <Button
            variant="filled"
            type="submit"
            size="md"
            loading={submitting}
            data-submit
            onMouseDown={keepFocus}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
