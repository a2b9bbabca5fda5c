import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'

/** A password that can be shown while it is typed. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Password"
      // Mantine sets this on its other inputs, but not on this one.
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      {...props}
    />
  )
}

/** A new password, entered once: showing it replaces typing it twice. */
export function NewPassword(props: PasswordInputProps) {
  return (
    <PasswordField
      description="At least 12 characters. A few words are easier to remember than symbols."
      autoComplete="new-password"
      {...props}
    />
  )
}

/** The six digits of an authenticator app. Pasted and grouped digits are accepted. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      label="Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', letterSpacing: '0.08em' } }}
      {...props}
    />
  )
}
