import { TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { loadRules, type Rules } from '../load-rules.ts'
import { readDecimal, unclearDecimal } from './amounts.ts'

export interface DecimalFieldProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** As typed; `readDecimal` converts it for the API. */
  value?: string
  onChange?: (typed: string) => void
  /** The contract's rule, such as `quantityInput`. Its errors are shown when the field loses the focus. */
  rule: (rules: Rules) => Pick<z.ZodType, 'safeParse'>
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
  const latest = useRef(value)
  latest.current = value
  const leave = async () => {
    const decimal = read(value)
    const { error } = rule(await loadRules()).safeParse(decimal)
    // The user may have come back meanwhile.
    if (latest.current !== value) return
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
        void leave()
        onBlur?.(event)
      }}
      error={(error || wrong) && (unclearDecimal(value) ?? error ?? wrong)}
    />
  )
}
