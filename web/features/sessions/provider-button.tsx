import { Button, Divider } from '@mantine/core'
import { getSignInMethods, startIdentityProvider } from '#contract'
import { useAction, useCall } from '../../api.ts'
import { Failure } from '../../components/failure.tsx'
import classes from './provider-button.module.css'

/** Below a form: the way in by the identity provider, where there is one. `to` is the page to come back to. */
export function ProviderButton({ to }: { to: string }) {
  const { data: methods } = useCall(getSignInMethods)
  const start = useAction(startIdentityProvider, { onDone: ({ url }) => location.assign(url) })
  if (!methods?.identityProvider) return null
  return (
    <>
      <Divider label="or" my="md" />
      {start.error && <Failure error={start.error} />}
      <Button
        variant="default"
        fullWidth
        classNames={{ root: classes.button ?? '', label: classes.label ?? '' }}
        loading={start.isPending}
        onClick={() => start.mutate({ to })}
      >
        Continue with {methods.identityProvider.name}
      </Button>
    </>
  )
}
