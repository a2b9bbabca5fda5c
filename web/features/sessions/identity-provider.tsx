import { Button, Divider, VisuallyHidden } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getSignInMethods, startIdentityProvider } from '#contract'
import { useAction, useCall } from '../../api.ts'
import { Failure } from '../../components/failure.tsx'
import { sessionOptions } from '../../session.ts'

/** Operators choose the provider's name, which may be long. */
const wrapping = {
  root: { height: 'auto', minHeight: 36, paddingBlock: 6 },
  label: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
} as const

/** Signs in with the identity provider, if configured. `to` is the page to return to. */
export function ProviderButton({ to }: { to: string }) {
  const { data: methods } = useCall(getSignInMethods)
  const start = useAction(startIdentityProvider, { onDone: ({ url }) => location.assign(url) })
  if (!methods?.identityProvider) return null
  return (
    <>
      <Divider label="or" my="md" />
      {start.error && <Failure error={start.error} />}
      <Button fullWidth styles={wrapping} loading={start.isPending} onClick={() => start.mutate({ to })}>
        Continue with {methods.identityProvider.name}
      </Button>
    </>
  )
}

/** Calls `onDone` when the user comes back to this tab and is signed in. */
function useReturn(onDone: () => void) {
  const queries = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: while it is on the page
  useEffect(() => {
    const checkSession = async () => {
      if (document.hidden) return
      const session = await queries.fetchQuery({ ...sessionOptions, staleTime: 0 }).catch(() => null)
      if (session) onDone()
    }
    document.addEventListener('visibilitychange', checkSession)
    return () => document.removeEventListener('visibilitychange', checkSession)
  }, [])
}

/** Signs in with the identity provider in another tab, and calls `onDone` when the user comes back signed in. */
export function InAnotherTab({ onDone }: { onDone: () => void }) {
  const { data: methods } = useCall(getSignInMethods)
  useReturn(onDone)
  if (!methods?.identityProvider) return null
  return (
    <Button component="a" href="/sign-in" target="_blank" {...opensTab}>
      Continue with {methods.identityProvider.name}
      <VisuallyHidden> in a new tab</VisuallyHidden>
    </Button>
  )
}

/** Has the identity provider ask in another tab, even if it knows the user, and calls `onDone` when they come back. */
export function ConfirmInAnotherTab({ onDone }: { onDone: () => void }) {
  const { data: methods } = useCall(getSignInMethods)
  const start = useAction(startIdentityProvider)
  useReturn(onDone)
  if (!methods?.identityProvider) return null
  const open = async () => {
    // Opened before the call, or the browser would block it.
    const tab = window.open('about:blank')
    const { url } = await start.mutateAsync({ confirm: true }).catch(() => ({ url: null }))
    if (url === null) tab?.close()
    else if (tab) tab.location = url
    else location.assign(url)
  }
  return (
    <>
      {start.error && <Failure error={start.error} />}
      <Button data-autofocus loading={start.isPending} onClick={open} {...opensTab}>
        Confirm with {methods.identityProvider.name}
        <VisuallyHidden> in a new tab</VisuallyHidden>
      </Button>
    </>
  )
}

const opensTab = {
  fullWidth: true,
  styles: wrapping,
  rightSection: <IconExternalLink size={16} aria-hidden />,
} as const
