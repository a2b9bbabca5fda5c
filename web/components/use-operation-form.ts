import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import type { ErrorCode, Input, Operation, Output } from '#contract'
import { useAction } from '../api.ts'
import { refusedFields, wrongFields } from './field-errors.ts'
import { useUnsaved } from './unsaved.ts'

interface OperationFormOptions<O extends Operation, Values> {
  initial: Values
  /** What is sent, where that is more than the values as typed. */
  input?: (values: Values) => Input<O>
  /** The field that a refusal is about: `{ email_taken: 'email' }`. Others are shown above the button. */
  fieldOf?: Partial<Record<ErrorCode, keyof Values & string>>
  /** What is wrong beyond what the contract says, in a sentence for each field. */
  check?: (values: Values) => Record<string, string>
  /** What else shows something that this changes. */
  also?: readonly Operation[]
  /** With the values that were sent; others may have been typed since. */
  onDone: (answer: Output<O>, sent: Values, status: number) => unknown
  /** Off where nothing is lost by leaving, as when signing in. */
  asksBeforeLeaving?: boolean
}

/** A value of the form, or one inside it: `taxRates.0.rate`. */
type FieldOf<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

/**
 * A form for one operation. Fields are checked by the contract's own rules when it is submitted; what the server
 * refuses is put beside the field it is about. Nothing typed is lost by a failure.
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
    validate: (values) => ({ ...wrongFields(operation, input(values)), ...options.check?.(values) }),
  })
  const action = useAction(operation, {
    also,
    onDone: (answer, status) => {
      form.resetDirty()
      return onDone(answer, sent.current, status)
    },
  })
  useUnsaved(() => asksBeforeLeaving && form.isDirty())

  const [refusals, setRefusals] = useState(0)
  const focusFirstWrong = () => setRefusals((count) => count + 1)
  useEffect(() => {
    if (refusals > 0)
      element.current
        ?.querySelector<HTMLElement>(':is(input, textarea, select)[aria-invalid="true"]')
        ?.focus()
  }, [refusals])

  const submit = async (values: Values) => {
    setFailure(undefined)
    sent.current = values
    try {
      await action.mutateAsync(input(values))
    } catch (error) {
      const fields = refusedFields(error, fieldOf, Object.keys(values))
      form.setErrors(fields)
      if (Object.keys(fields).length === 0) setFailure(error)
      else focusFirstWrong()
    }
  }

  return {
    element,
    failure,
    submitting: action.isPending,
    values: form.values,
    errors: form.errors,
    setValue: form.setFieldValue,
    clearErrors: form.clearErrors,
    onSubmit: form.onSubmit(submit, focusFirstWrong),
    /** The props of the input for a value. */
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
