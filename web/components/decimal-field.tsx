import { useRef, useState } from 'react'
import type { z } from 'zod'
import { loadRules, type Rules } from '../load-rules.ts'
import { choicesOf, marksFor, readDecimal, shownDecimal } from './typed-decimal.ts'
import { TypedField, type TypedFieldProps } from './typed-field.tsx'

export interface DecimalFieldProps extends TypedFieldProps {
  /** The contract's rule, such as `quantityInput`. Its errors are shown when the field loses the focus. */
  rule?: (rules: Rules) => Pick<z.ZodType, 'safeParse'>
  /** The currency of an amount. If it has three decimals, the reader's language decides what `1.200` is. */
  currency?: string | undefined
  /** Converts typed text that is not only a decimal. */
  read?: typeof readDecimal
}

/** A decimal, in a text field: browsers round the input of number fields, and not all accept a comma. */
export function DecimalField(field: DecimalFieldProps) {
  const { value = '', onChange, onBlur, rule, currency, read = readDecimal, error, ...props } = field
  const [wrong, setWrong] = useState<string>()
  const marks = marksFor(currency)
  const latest = useRef(value)
  latest.current = value
  const check = async () => {
    const rules = await loadRules()
    const error = value && rules && rule?.(rules).safeParse(value).error
    // The user may have come back meanwhile.
    if (latest.current === value) setWrong(error ? error.issues[0]?.message : undefined)
  }
  return (
    <TypedField
      inputMode="decimal"
      {...props}
      value={value}
      onChange={(value) => {
        setWrong(undefined)
        onChange?.(value)
      }}
      onBlur={(event) => {
        void check()
        onBlur?.(event)
      }}
      error={error || wrong}
      meaning={{
        read: (text) => read(text, marks),
        show: shownDecimal,
        choices: choicesOf,
        name: shownDecimal,
      }}
    />
  )
}
