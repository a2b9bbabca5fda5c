import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { readDecimal, unclearDecimal } from './amounts.ts'

export interface DecimalFieldProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** As typed; `readDecimal` converts it for the API. */
  value?: string
  onChange?: (typed: string) => void
  /** The contract's rule, such as `quantityInput`. Its errors are shown when the field loses the focus. */
  rule: z.ZodType
  /** Converts typed text that is not only a decimal. */
  read?: (typed: string) => string
}

/** A decimal, in a text field: browsers round the input of number fields, and not all accept a comma. */
export function DecimalField(field: DecimalFieldProps) {
  const { value = '', onChange, onBlur, rule, read = readDecimal, error, ...props } = field
  const [wrong, setWrong] = useState<string>()
  const type = (typed: string) => {
    setWrong(undefined)
    onChange?.(typed)
  }
  const leave = () => {
    const decimal = read(value)
    const { error } = rule.safeParse(decimal)
    setWrong(decimal === '' ? undefined : error?.issues[0]?.message)
    if (!error && decimal !== value) onChange?.(decimal)
  }
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...props}
      value={value}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
      error={(error || wrong) && (unclearDecimal(value) ?? error ?? wrong)}
    />
  )
}
