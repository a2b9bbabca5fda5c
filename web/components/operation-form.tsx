import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import type { ErrorCode, Input, Operation } from '#contract'
import { own } from '#rules/own'
import { type Answer, useAction } from '../api.ts'
import { loadRules } from '../load-rules.ts'
import { Failure } from './failure.tsx'
import { fieldsOf, type RowFields, refusedFields, wrongFields } from './field-errors.ts'
import { useFocusFirstError } from './focus.ts'
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
}

/** A form for one operation: its fields, the failure if any, and one submit button. */
export function OperationForm(props: OperationFormProps) {
  const {
    form,
    submit,
    actions,
    onCancel,
    cancel,
    fullWidth = false,
    gap = 'md',
    children,
    ...others
  } = props
  return (
    // Loads the rules before the form is submitted.
    <form ref={form.element} onSubmit={form.onSubmit} onInput={() => void loadRules()} noValidate {...others}>
      <Stack gap={gap}>
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

/** The path of a value: `name`, `taxRates.0.rate`. */
type FieldOf<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

type FormOf<Values extends Record<string, unknown>> = ReturnType<typeof useForm<Values>>

type InputProps = ReturnType<FormOf<Record<string, unknown>>['getInputProps']>
/** The props of an input, whose value is of the type that the form has there. */
type FieldProps = InputProps & { name: string } & Record<'value', InputProps['onChange']>

/**
 * A form for one operation. The contract's rules check the fields on submit, and the server's errors are shown at their
 * fields. A failure never loses input.
 */
export function useOperationForm<O extends Operation, Values extends Record<string, unknown>>(
  operation: O,
  options: OperationFormOptions<O, Values>,
) {
  const { filled = (values) => values, input = (values) => values as unknown as Input<O> } = options
  const { fieldOf, rowFields, also = [], onDone, asksBeforeLeaving = true } = options
  const [failure, setFailure] = useState<unknown>()
  const element = useRef<HTMLFormElement>(null)
  const focusFirstError = useFocusFirstError(element)
  const sent = useRef(options.initial)
  const form = useForm<Values>({
    initialValues: options.initial,
    validate: async (values) => {
      const given = filled(values)
      const fieldAt = fieldsOf(values, given, rowFields)
      const found = Object.entries(options.check?.(given) ?? {})
      return {
        ...(await wrongFields(operation, input(given), fieldAt)),
        ...Object.fromEntries(found.map(([path, message]) => [fieldAt(path), message])),
      }
    },
  })
  const action = useAction(operation, {
    also,
    onDone: (answer, status) => {
      form.resetDirty()
      return onDone?.(answer, sent.current, status)
    },
  })
  const isChanged = () => serialized(filled(form.getValues())) !== serialized(filled(form.getInitialValues()))
  useUnsaved(() => asksBeforeLeaving && isChanged())

  /** Shows a refusal's errors at their fields. Returns whether all have one. */
  const showRefusal = (error: unknown): boolean => {
    const errors = refusedFields(error, fieldsOf(form.getValues(), sent.current, rowFields), fieldOf)
    form.setErrors(errors)
    focusFirstError()
    return Object.keys(errors).length > 0
  }

  const submit = async (send = options.send ?? ((input: Input<O>) => action.mutateAsync(input as never))) => {
    if (form.submitting) return
    form.setSubmitting(true)
    setFailure(undefined)
    try {
      await options.complete?.(form.getValues(), form.setFieldValue as never)
      if ((await form.validate()).hasErrors) return focusFirstError()
      sent.current = filled(form.getValues())
      await send(input(sent.current))
    } catch (error) {
      if (!showRefusal(error)) setFailure(error)
    } finally {
      form.setSubmitting(false)
    }
  }

  return {
    element,
    failure,
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
    showRefusal,
    submit,
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      void submit()
    },
    insert: (list: ListOf<Values>, row: object, at: number) => form.insertListItem(list, row as never, at),
    remove: (list: ListOf<Values>, at: number) => form.removeListItem(list, at),
    ...fieldsWith(form, {}, isChanged),
    /** Returns the fields with further errors, such as those of a preview, where they have none of their own. */
    withErrors: (errors: Record<string, string>) => fieldsWith(form, errors, isChanged),
  }
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

/** The names of the lists among values. */
type ListOf<Values> = { [Name in keyof Values]: Values[Name] extends object[] ? Name : never }[keyof Values] &
  string
type RowOf<Values, List extends keyof Values> = Values[List] extends (infer Row)[] ? Row : never

/** One row of a list in a form. */
export interface FormRow<Row> {
  at: number
  values: Row
  /** By field. */
  errors: Record<string, string>
  /** Returns the props of the input for a value. */
  field: (name: keyof Row & string) => FieldProps
  /** Changes values, which clears their errors and those of `others`. */
  change: (values: Partial<Row>, others?: readonly (keyof Row & string)[]) => void
  /** Changes values that nobody typed, so that leaving loses nothing. */
  fill: FormRow<Row>['change']
}

/** The inputs of a form, by field and in the rows of its lists. */
function fieldsWith<Values extends Record<string, unknown>>(
  form: FormOf<Values>,
  others: Record<string, string>,
  isChanged: () => boolean,
) {
  const errors = { ...others, ...(form.errors as Record<string, string>) }
  const inputProps = (name: string, type: 'input' | 'checkbox' = 'input') =>
    ({ name, ...form.getInputProps(name as never, { type }), error: own(errors, name) }) as FieldProps
  const rowAt = <Row,>(list: string, values: Row, at: number): FormRow<Row> => {
    const path = `${list}.${at}.`
    const change: FormRow<Row>['change'] = (values, others = []) => {
      for (const [name, value] of Object.entries(values)) form.setFieldValue(path + name, value as never)
      for (const name of others) form.clearFieldError(path + name)
    }
    return {
      at,
      values,
      errors: Object.fromEntries(
        Object.entries(errors).flatMap(([field, message]) =>
          field.startsWith(path) ? [[field.slice(path.length), message]] : [],
        ),
      ),
      field: (name) => inputProps(path + name),
      change,
      fill: (values, others) => {
        const isUntouched = !isChanged()
        change(values, others)
        if (isUntouched) form.resetDirty()
      },
    }
  }
  return {
    errors,
    /** Returns the props of the input for a value. */
    field: inputProps as (name: FieldOf<Values>, type?: 'input' | 'checkbox') => FieldProps,
    rows: <List extends ListOf<Values>>(list: List) =>
      (form.values[list] as RowOf<Values, List>[]).map((row, at) => rowAt(list, row, at)),
  }
}
