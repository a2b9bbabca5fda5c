import { Button, VisuallyHidden } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getSignInMethods } from '#contract'
import { useCall } from '../../api.ts'
import { sessionOptions } from '../../session.ts'
import classes from './provider-button.module.css'

/** The way in by the identity provider that leaves this page as it is; whoever comes back from it is noticed. */
export function InAnotherTab({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient()
  const { data: methods } = useCall(getSignInMethods)

  // biome-ignore lint/correctness/useExhaustiveDependencies: as long as this stands on the page
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return
      const session = await queries.fetchQuery({ ...sessionOptions, staleTime: 0 }).catch(() => null)
      if (session) onDone()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  if (!methods?.identityProvider) return null
  return (
    <Button
      component="a"
      href="/sign-in"
      target="_blank"
      variant="default"
      fullWidth
      classNames={{ root: classes.button ?? '', label: classes.label ?? '' }}
      rightSection={<IconExternalLink size={16} aria-hidden />}
    >
      Continue with {methods.identityProvider.name}
      <VisuallyHidden component="span"> in a new tab</VisuallyHidden>
    </Button>
  )
}
