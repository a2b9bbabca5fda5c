import { Anchor, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { InAnotherTab } from '../features/sessions/identity-provider.tsx'
import { SignIn } from '../features/sessions/sign-in-page.tsx'
import { sessionOptions } from '../session.ts'

interface SignInAgainProps {
  /** The user whose session has ended. */
  userId: string | undefined
  onDone: () => void
}

/** Covers the page when the session has ended, so that its input is kept. */
export default function SignInAgain({ userId, onDone }: SignInAgainProps) {
  const queries = useQueryClient()
  const goOn = async () => {
    const session = await queries.fetchQuery({ ...sessionOptions, staleTime: 0 })
    // Another user must not see this page and its data.
    if (session?.user.id !== userId) return location.assign('/')
    onDone()
    void queries.invalidateQueries()
  }
  return (
    <Modal
      opened
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
