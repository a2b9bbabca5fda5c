import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { FormEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { Failure } from '../../components/failure.tsx'
import { formatCount } from '../../components/format.ts'
import { keepFocus } from './keep-focus.ts'

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
  /** The verb and its object: `Receive the delivery`. */
  submit: string
  children: ReactNode
}

/** The form of a receipt or an adjustment: its head, its lines, what went wrong, and one button. */
export function DocumentForm({ state, label, submit, children }: DocumentFormProps) {
  const { form, failure, submitting, wrongCount } = state
  const send = (event: FormEvent) => {
    event.preventDefault()
    void state.submit()
  }
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void state.submit()
  }
  return (
    <form ref={form} aria-label={label} onSubmit={send} onKeyDown={press} noValidate>
      <Stack gap="lg">
        {children}
        {wrongCount > 0 && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
            Nothing was recorded yet:{' '}
            {wrongCount === 1 ? 'one line needs' : `${formatCount(wrongCount)} lines need`} your attention.
            What is wrong stands at its place.
          </Alert>
        )}
        {failure !== undefined && <Failure error={failure} />}
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={submitting} data-submit onMouseDown={keepFocus}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
