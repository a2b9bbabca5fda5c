import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { readDecimal, unclearDecimal } from './amounts.ts'

interface DecimalFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** As typed; `readDecimal` gives what the API takes. */
  value?: string
  onChange?: (typed: string) => void
  /** The contract's rule, such as `quantityInput`: what it refuses is said once the field is left. */
  rule: z.ZodType
  /** How what is typed is read, where it is not a decimal alone. */
  read?: (typed: string) => string
}

/** A decimal. It is text, since browsers round what is typed into number fields, and not all take a comma in them. */
export function DecimalField(field: DecimalFieldProps) {
  const { value = '', onChange, onBlur, rule, read = readDecimal, error, ...props } = field
  const [wrong, setWrong] = useState<string>()
  const type = (typed: string) => {
    setWrong(undefined)
    onChange?.(typed)
  }
  const leave = () => {
    const meant = read(value)
    const { error } = rule.safeParse(meant)
    setWrong(meant === '' ? undefined : error?.issues[0]?.message)
    if (!error && meant !== value) onChange?.(meant)
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
