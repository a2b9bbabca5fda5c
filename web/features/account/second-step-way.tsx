import { Button } from '@mantine/core'
import { useDialog } from '../../components/form-dialog.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import type { Account } from './sign-in-ways.tsx'
import { Way } from './way.tsx'

/** From this many recovery codes on, it is time for new ones. */
const few = 3

export function SecondStepWay({ account: { twoFactor, recoveryCodesLeft: left } }: { account: Account }) {
  const turnOn = useDialog('second-step')
  const turnOff = useDialog('turn-off-second-step')
  const renew = useDialog('recovery-codes')
  if (!twoFactor) {
    return (
      <Way
        key="off"
        title="Second step"
        badge={<StateBadge kind="quiet">Off</StateBadge>}
        text="With a code from your telephone beside it, a password that was stolen lets nobody in."
      >
        <Button variant="default" onClick={turnOn.open}>
          Turn on
        </Button>
      </Way>
    )
  }
  return (
    <Way
      // Other buttons, not the same ones with other words: the focus must not stay on one that now does something else.
      key="on"
      title="Second step"
      badge={
        <>
          <StateBadge kind="good">On</StateBadge>
          {left <= few && <StateBadge kind="warning">{codesLeft(left)}</StateBadge>}
        </>
      }
      text={
        left <= few
          ? 'Make new recovery codes before you need them: they let you in when the telephone is lost.'
          : `After the password you enter a code from your authenticator app. ${codesLeft(left)}.`
      }
    >
      <Button variant="default" onClick={renew.open}>
        New recovery codes
      </Button>
      <Button variant="default" onClick={turnOff.open}>
        Turn off
      </Button>
    </Way>
  )
}

const codesLeft = (left: number) => `${left || 'No'} recovery code${left === 1 ? '' : 's'} left`
