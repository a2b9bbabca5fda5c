import { Anchor, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { InAnotherTab } from '../features/sessions/in-another-tab.tsx'
import { SignIn } from '../features/sessions/sign-in.tsx'
import { sessionOptions } from '../session.ts'
import { useSessionEnd } from './use-session-end.ts'

/** Over the page whose session ended: what was typed there is still there afterwards. */
export function SignInAgain() {
  const queries = useQueryClient()
  const [ended, startAgain] = useSessionEnd()
  const goOn = async () => {
    const session = await queries.fetchQuery({ ...sessionOptions, staleTime: 0 })
    // The page and what was read for it are not for somebody else.
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
        <Text c="dimmed">
          Your session has ended. Sign in to go on where you were; nothing on this page is lost.
        </Text>
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
