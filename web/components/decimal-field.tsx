import { useState } from 'react'
import type { z } from 'zod'
import { choicesOf, marksFor, readDecimal, shownDecimal } from './typed-decimal.ts'
import { TypedField, type TypedFieldProps } from './typed-field.tsx'

export interface DecimalFieldProps extends TypedFieldProps {
  /** The contract's rule, such as `quantityInput`. Its errors are shown when the field loses the focus. */
  rule?: Pick<z.ZodType, 'safeParse'>
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
        setWrong(value ? rule?.safeParse(value).error?.issues[0]?.message : undefined)
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
