import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useRef, useState } from 'react'
import type { ErrorCode, Input, Operation } from '#contract'
import { type Answer, useAction } from '../api.ts'
import { loadRules } from '../load-rules.ts'
import { Failure } from './failure.tsx'
import { refusedFields, wrongFields } from './field-errors.ts'
import { useFocusFirstError } from './focus.ts'
import { useUnsaved } from './unsaved.ts'

interface OperationFormProps {
  form: OperationFormState
  /** Verb and object: `Create project`. */
  submit?: string
  /** Shown instead of the submit button. */
  actions?: ReactNode
  /** Shows a Cancel button. */
  onCancel?: () => void
  /** Another way out, next to the submit button. */
  cancel?: ReactNode
  fullWidth?: boolean
  children: ReactNode
}

/** A form for one operation: its fields, the failure if any, and one submit button. */
export function OperationForm({
  form,
  submit,
  actions,
  onCancel,
  cancel,
  fullWidth = false,
  children,
}: OperationFormProps) {
  return (
    // Loads the rules before the form is submitted.
    <form ref={form.element} onSubmit={form.onSubmit} onInput={() => void loadRules()} noValidate>
      <Stack gap="md">
        {children}
        {form.failure !== undefined && <Failure error={form.failure} />}
        {actions ?? (
          <Group justify="flex-end" gap="xs" mt="xs">
            {cancel}
            {onCancel && <Button onClick={onCancel}>Cancel</Button>}
            <Button variant="filled" type="submit" loading={form.submitting} fullWidth={fullWidth}>
              {submit}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

interface OperationFormOptions<O extends Operation, Values> {
  initial: Values
  /** Converts the values for the call, if they differ from its input. */
  input?: (values: Values) => Input<O>
  /** The field of a refusal: `{ email_taken: 'email' }`. Other refusals are shown above the button. */
  fieldOf?: Partial<Record<ErrorCode, keyof Values & string>>
  /** Errors by field that the contract cannot find. */
  check?: (values: Values) => Record<string, string>
  /** Other operations whose results this changes. */
  also?: readonly Operation[]
  /** `sent` are the values of the call; the form's may have changed since. */
  onDone: (answer: Answer<O>, sent: Values, status: number) => unknown
  /** Off if nothing is lost by leaving, as on the sign-in page. */
  asksBeforeLeaving?: boolean
}

/** The path of a value: `name`, `taxRates.0.rate`. */
type FieldOf<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

/**
 * A form for one operation. The contract's rules check the fields on submit, and the server's errors are shown at their
 * fields. A failure never loses input.
 */
export function useOperationForm<O extends Operation, Values extends Record<string, unknown>>(
  operation: O,
  options: OperationFormOptions<O, Values>,
) {
  const { initial, fieldOf = {}, also = [], onDone, asksBeforeLeaving = true } = options
  const input = options.input ?? ((values: Values) => values as unknown as Input<O>)
  const [failure, setFailure] = useState<unknown>()
  const element = useRef<HTMLFormElement>(null)
  const sent = useRef(initial)
  const form = useForm<Values>({
    initialValues: initial,
    validate: async (values) => ({
      ...(await wrongFields(operation, input(values))),
      ...options.check?.(values),
    }),
  })
  const action = useAction(operation, {
    also,
    onDone: (answer, status) => {
      form.resetDirty()
      return onDone(answer, sent.current, status)
    },
  })
  useUnsaved(() => asksBeforeLeaving && form.isDirty())

  const focusFirstError = useFocusFirstError(element)

  const submit = async (values: Values) => {
    setFailure(undefined)
    sent.current = values
    try {
      await action.mutateAsync(input(values))
    } catch (error) {
      const fields = refusedFields(error, fieldOf, Object.keys(values))
      form.setErrors(fields)
      if (Object.keys(fields).length === 0) setFailure(error)
      else focusFirstError()
    }
  }

  return {
    element,
    failure,
    submitting: action.isPending || form.validating,
    values: form.values,
    errors: form.errors,
    setValue: form.setFieldValue,
    clearErrors: form.clearErrors,
    onSubmit: form.onSubmit(submit, focusFirstError),
    /** Returns the props of the input for a value. */
    field: (name: FieldOf<Values>, type: 'input' | 'checkbox' = 'input') => ({
      name,
      ...form.getInputProps(name as never, { type }),
    }),
  }
}

export type OperationFormState = Pick<
  ReturnType<typeof useOperationForm>,
  'element' | 'failure' | 'submitting' | 'onSubmit'
>
