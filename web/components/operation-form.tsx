import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import type { ErrorCode, Input, Operation } from '#contract'
import { type Answer, useAction } from '../api.ts'
import { Failure } from './failure.tsx'
import { fieldsOf, type RowFields, refusedFields, wrongFields } from './field-errors.ts'
import { useFocusFirstError } from './focus.ts'
import { type FormOf, fieldsWith, type ListOf } from './form-fields.ts'
import { serialized } from './rows.ts'
import { useUnsaved } from './unsaved.ts'

interface OperationFormProps extends Omit<ComponentProps<'form'>, 'form'> {
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
  gap?: 'md' | 'lg'
  /** What failed, if the form did: `The keys could not be counted`. */
  what?: string
}

/** A form for one operation: its fields, the failure if any, and one submit button. */
export function OperationForm(props: OperationFormProps) {
  const { form, submit, actions, onCancel, cancel, fullWidth = false, ...others } = props
  const { gap = 'md', what, children, ...attributes } = others
  return (
    <form ref={form.element} onSubmit={form.onSubmit} noValidate {...attributes}>
      <Stack gap={gap}>
        {children}
        {form.failure !== undefined && <Failure error={form.failure} {...(what && { what })} />}
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
  /** Returns the values without blank rows, which are not sent. Rows then have a `key`. */
  filled?: (values: Values) => Values
  /** Converts the filled values for the call, if they differ from its input. */
  input?: (values: Values) => Input<O>
  /** The field of a refusal: `{ email_taken: 'email' }`. Other refusals are shown above the button. */
  fieldOf?: Partial<Record<ErrorCode, keyof Values & string>>
  rowFields?: RowFields
  /** Errors of filled values that the contract cannot find, by its paths. */
  check?: (values: Values) => Record<string, string>
  /** Completes the values before they are checked. */
  complete?: (values: Values, setValue: (path: string, value: unknown) => void) => Promise<unknown>
  /** Sends the input, if that takes more than a call of the operation. */
  send?: (input: Input<O>) => Promise<unknown>
  /** Other operations whose results this changes. */
  also?: readonly Operation[]
  /** `sent` are the filled values of the call; the form's may have changed since. */
  onDone?: (answer: Answer<O>, sent: Values, status: number) => unknown
  /** Off if nothing is lost by leaving, as on the sign-in page. */
  asksBeforeLeaving?: boolean
}

/**
 * A form for one operation. The contract's rules check the fields on submit, and the server's errors are shown at their
 * fields. A failure never loses input.
 */
export function useOperationForm<O extends Operation, Values extends Record<string, unknown>>(
  operation: O,
  options: OperationFormOptions<O, Values>,
) {
  const { filled = (values) => values, asksBeforeLeaving = true } = options
  const input = options.input ?? ((values: Values) => values as unknown as Input<O>)
  const form = useForm<Values>({
    initialValues: options.initial,
    validate: (values) => {
      const given = filled(values)
      const fieldAt = fieldsOf(values, given, options.rowFields)
      const found = Object.entries(options.check?.(given) ?? {})
      return {
        ...wrongFields(operation, input(given), fieldAt),
        ...Object.fromEntries(found.map(([path, message]) => [fieldAt(path), message])),
      }
    },
  })
  const isChanged = () => serialized(filled(form.getValues())) !== serialized(filled(form.getInitialValues()))
  useUnsaved(() => asksBeforeLeaving && isChanged())
  const sending = useSending(operation, { ...options, filled, input }, form)

  return {
    ...sending,
    submitting: form.submitting,
    values: form.values,
    /** The current values, for callbacks created in an earlier render. */
    current: form.getValues,
    /** The values that were last saved. */
    saved: form.getInitialValues,
    /** Declares the current values saved, or these instead. */
    markSaved: form.resetDirty,
    isChanged,
    setValue: form.setFieldValue,
    clearErrors: form.clearErrors,
    /** Returns to the values that were last saved. */
    reset: form.reset,
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      void sending.submit()
    },
    insert: (list: ListOf<Values>, row: object, at: number) => form.insertListItem(list, row as never, at),
    remove: (list: ListOf<Values>, at: number) => form.removeListItem(list, at),
    ...fieldsWith(form, {}, isChanged),
    /** Returns the fields with further errors, such as those of a preview, where they have none of their own. */
    withErrors: (errors: Record<string, string>) => fieldsWith(form, errors, isChanged),
  }
}

type Defaults = 'filled' | 'input'

/** Checks and sends the values of a form, and shows why it failed. */
function useSending<O extends Operation, Values extends Record<string, unknown>>(
  operation: O,
  options: OperationFormOptions<O, Values> & Required<Pick<OperationFormOptions<O, Values>, Defaults>>,
  form: FormOf<Values>,
) {
  const { filled, input, complete, onDone, fieldOf, rowFields, also = [] } = options
  const element = useRef<HTMLFormElement>(null)
  const focusFirstError = useFocusFirstError(element)
  const [failure, setFailure] = useState<unknown>()
  const sent = useRef(options.initial)
  const action = useAction(operation, {
    also,
    onDone: (answer, status) => {
      form.resetDirty()
      return onDone?.(answer, sent.current, status)
    },
  })
  const { send = (input) => action.mutateAsync(input as never) } = options

  /** Shows a refusal's errors at their fields. Returns whether all have one. */
  const showRefusal = (error: unknown): boolean => {
    const errors = refusedFields(error, fieldsOf(form.getValues(), sent.current, rowFields), fieldOf)
    form.setErrors(errors)
    focusFirstError()
    return Object.keys(errors).length > 0
  }

  const submit = async (act: (input: Input<O>) => unknown = send) => {
    if (form.submitting) return
    form.setSubmitting(true)
    setFailure(undefined)
    try {
      await complete?.(form.getValues(), form.setFieldValue as never)
      if ((await form.validate()).hasErrors) return focusFirstError()
      sent.current = filled(form.getValues())
      await act(input(sent.current))
    } catch (error) {
      if (!showRefusal(error)) setFailure(error)
    } finally {
      form.setSubmitting(false)
    }
  }
  return { element, failure, showRefusal, submit }
}

/** The form of some values, whatever its operation. */
export type FormState<Values extends Record<string, unknown>> = Omit<
  ReturnType<typeof useOperationForm<Operation, Values>>,
  'submit'
>
export type OperationFormState = Pick<
  FormState<Record<string, unknown>>,
  'element' | 'failure' | 'submitting' | 'onSubmit' | 'errors'
>
