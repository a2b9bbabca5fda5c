import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { own } from '#rules/own'

/** The path of a value: `name`, `taxRates.0.rate`. */
type FieldOf<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

/** The form of the library. */
export type FormOf<Values extends Record<string, unknown>> = UseFormReturnType<
  Values,
  Values,
  (values: Values) => FormErrors
>

type InputProps = ReturnType<FormOf<Record<string, unknown>>['getInputProps']>
/** The props of an input, whose value is of the type that the form has there. */
type FieldProps = InputProps & { name: string } & Record<'value', InputProps['onChange']>

/** The names of the lists among values. */
export type ListOf<Values> = {
  [Name in keyof Values]: Values[Name] extends object[] ? Name : never
}[keyof Values] &
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
export function fieldsWith<Values extends Record<string, unknown>>(
  form: FormOf<Values>,
  others: Record<string, string>,
  isChanged: () => boolean,
) {
  const errors = { ...others, ...(form.errors as Record<string, string>) }
  const inputProps = (name: string, type: 'input' | 'checkbox' = 'input') =>
    ({ name, ...form.getInputProps(name as never, { type }), error: own(errors, name) }) as FieldProps
  const rowAt = <Row>(list: string, values: Row, at: number): FormRow<Row> => {
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
