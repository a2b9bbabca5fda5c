import type { PasswordInputProps } from '@mantine/core'
import { PasswordField } from '../../components/password-field.tsx'

/** Asks for a password once; it can be looked at instead of being typed twice. */
export function NewPassword(props: PasswordInputProps) {
  return (
    <PasswordField
      description="At least 12 characters. A few words are easier to remember than symbols."
      autoComplete="new-password"
      {...props}
    />
  )
}
