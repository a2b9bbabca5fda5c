import { Text } from '@mantine/core'
import { disableTwoFactor, renewRecoveryCodes } from '#contract'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { TurnOn } from './turn-on.tsx'

/** Turning the second step on and off, and new recovery codes. */
export function SecondStepDialogs({ onClosed }: { onClosed: () => void }) {
  const turnOn = useDialog('second-step')
  const turnOff = useDialog('turn-off-second-step')
  const renew = useDialog('recovery-codes')

  const turnedOff = () => {
    turnOff.close()
    notifyDone('The second step is turned off')
  }
  return (
    <>
      <RecoveryCodesDialog dialog={turnOn} title="Turn on the second step" onClosed={onClosed}>
        {(show) => <TurnOn onCodes={show} onCancel={turnOn.close} />}
      </RecoveryCodesDialog>
      <RecoveryCodesDialog dialog={renew} title="New recovery codes" onClosed={onClosed}>
        {(show) => (
          <PasswordForm
            operation={renewRecoveryCodes}
            submit="Make new codes"
            onDone={({ recoveryCodes }) => show(recoveryCodes)}
            onCancel={renew.close}
          >
            <Text>The codes that you have now stop working.</Text>
          </PasswordForm>
        )}
      </RecoveryCodesDialog>
      <FormDialog dialog={turnOff} title="Turn off the second step" onClosed={onClosed}>
        <PasswordForm
          operation={disableTwoFactor}
          submit="Turn off"
          onDone={turnedOff}
          onCancel={turnOff.close}
        >
          <Text>
            The password alone signs you in again. The app’s codes and the recovery codes stop working.
          </Text>
        </PasswordForm>
      </FormDialog>
    </>
  )
}
