import { Anchor, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { InAnotherTab } from '../features/sessions/identity-provider.tsx'
import { SignIn } from '../features/sessions/sign-in-page.tsx'
import { meOptions, sessionOptions } from '../session.ts'
import { useRefused } from './use-refused.ts'

/** Covers the page when the session has ended, so that its input is kept. */
export function SignInAgain() {
  const queries = useQueryClient()
  const [ended, startAgain] = useSessionEnd()
  const goOn = async () => {
    const session = await queries.fetchQuery({ ...sessionOptions, staleTime: 0 })
    // Another user must not see this page and its data.
    if (session?.user.id !== ended?.userId) return location.assign('/')
    startAgain()
    void queries.invalidateQueries()
  }
  return (
    <Modal
      opened={ended !== undefined}
      onClose={() => {}}
      title="Sign in again"
      size="sm"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ blur: 6 }}
      zIndex={400}
    >
      <Stack>
        <Text c="dimmed">Your session has ended. Sign in to continue; nothing on this page is lost.</Text>
        <SignIn onDone={goOn}>
          <InAnotherTab onDone={goOn} />
        </SignIn>
        <Anchor href="/sign-in" size="sm" ta="center">
          Leave this page instead
        </Anchor>
      </Stack>
    </Modal>
  )
}

/** Returns the user whose session has ended, as reported by any call, and a function to call once there is a new one. */
function useSessionEnd(): [ended: { userId: string | undefined } | undefined, startAgain: () => void] {
  const queries = useQueryClient()
  const [ended, setEnded] = useState<{ userId: string | undefined }>()

  useRefused('unauthenticated', () => {
    const userId = queries.getQueryData(meOptions.queryKey)?.user.id
    setEnded((ended) => ended ?? { userId })
  })
  return [ended, () => setEnded(undefined)]
}
