import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { signOut } from '#contract'
import { useAction } from '../../api.ts'
import { Threshold } from '../../components/threshold.tsx'
import { leaveForSignIn } from '../../session.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TurnOn } from './two-factor-dialogs.tsx'

/** Sets up the two-factor authentication that the organisation requires, before anything else. */
export default function RequiredTwoFactorPage() {
  const [codes, setCodes] = useState<string[]>()
  const leave = useAction(signOut, { onDone: leaveForSignIn })
  if (codes) {
    return (
      <Threshold title="Save your recovery codes">
        <Stack>
          <RecoveryCodes codes={codes} />
          {/* A full page load, because every call was refused until now. */}
          <Button variant="filled" onClick={() => location.assign('/')}>
            I have saved them
          </Button>
        </Stack>
      </Threshold>
    )
  }
  return (
    <Threshold
      title="Set up two-factor authentication"
      text="Your organisation requires it of everyone who signs in with a password."
    >
      <TurnOn onCodes={setCodes} />
      <Anchor
        component="button"
        type="button"
        size="sm"
        mt="lg"
        onClick={() => leave.mutateAsync({}).catch(() => {})}
      >
        Sign out instead
      </Anchor>
    </Threshold>
  )
}
