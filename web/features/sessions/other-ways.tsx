import { Text } from '@mantine/core'
import { getSignInMethods } from '#contract'
import { useCall } from '../../api.ts'
import { TextLink } from '../../components/links.tsx'
import { ProviderButton } from './provider-button.tsx'

/** What the server offers beside the password. `to` is the page to come back to. */
export function OtherWays({ to }: { to: string }) {
  const { data: methods } = useCall(getSignInMethods)
  if (!methods) return null
  return (
    <>
      {methods.passwordReset ? (
        <Text ta="center" mt="md">
          <TextLink to="/forgot-password">Forgot your password?</TextLink>
        </Text>
      ) : (
        <Text size="xs" c="dimmed" ta="center" mt="md">
          Forgot your password? Whoever runs the server can give you a new one.
        </Text>
      )}
      <ProviderButton to={to} />
    </>
  )
}
