import { TextInput, type TextInputProps } from '@mantine/core'
import classes from './code-field.module.css'

/** The six digits that an authenticator app shows. They may be pasted, and grouped as apps do. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      label="Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      classNames={{ input: classes.code ?? '' }}
      {...props}
    />
  )
}
