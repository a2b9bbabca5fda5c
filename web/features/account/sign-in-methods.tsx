import { Box, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconToggleLeft, IconUnlink } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { getAccount, getSecuritySettings, getSignInMethods, type Output } from '#contract'
import { useCall } from '../../api.ts'
import { keepFocusAt } from '../../components/focus.ts'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { Loaded } from '../../components/page.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { ChangePassword } from './password-forms.tsx'
import classes from './sign-in-methods.module.css'
import { TwoFactorDialogs } from './two-factor-dialogs.tsx'

type Account = Output<typeof getAccount>

/** The password, two-factor authentication and the identity provider. */
export function SignInMethods() {
  const call = useCall(getAccount)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section>
      <Title order={2} mt={40} mb="sm" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        Sign-in methods
      </Title>
      <Loaded call={call} what="Your sign-in methods could not be loaded" skeleton={<Skeleton h={164} />}>
        {(account) => <Methods account={account} />}
      </Loaded>
      <TwoFactorDialogs onClosed={keepFocusAt(heading)} />
    </section>
  )
}

function Methods({ account }: { account: Account }) {
  const { hasPassword, twoFactor, identityProvider: linked } = account
  const { data: methods } = useCall(getSignInMethods)
  const password = useDialog('password')
  const provider = linked ?? methods?.identityProvider
  return (
    <>
      <ul className={classes.methods} data-plain>
        <Method
          title="Password"
          text={
            hasPassword
              ? 'Changing your password signs you out everywhere else.'
              : `You have no password. You sign in with ${provider?.name ?? 'your identity provider'}.`
          }
        >
          {hasPassword && <Button onClick={password.open}>Change password</Button>}
        </Method>
        {(hasPassword || twoFactor) && <TwoFactor account={account} />}
        {provider && (
          <Method
            title={provider.name.charAt(0).toUpperCase() + provider.name.slice(1)}
            badge={
              linked ? (
                <StateBadge kind="good" text="Linked" />
              ) : (
                <StateBadge kind="quiet" icon={IconUnlink} text="Not linked" />
              )
            }
            text={
              linked
                ? `You can sign in with ${provider.name}.`
                : `Sign in with ${provider.name} once to link it.`
            }
          />
        )}
      </ul>
      {hasPassword && (
        <FormDialog dialog={password} title="Change password">
          <ChangePassword onClose={password.close} />
        </FormDialog>
      )}
    </>
  )
}

/** With this many recovery codes or fewer, the page suggests creating new ones. */
const few = 3

function TwoFactor({ account: { twoFactor, recoveryCodesLeft: left } }: { account: Account }) {
  const turnOn = useDialog('two-factor')
  const turnOff = useDialog('turn-off-two-factor')
  const renew = useDialog('recovery-codes')
  const { data: rules } = useCall(getSecuritySettings)
  const isRequired = rules?.twoFactorRequired === true
  const codesLeft = `${left || 'No'} recovery code${left === 1 ? '' : 's'} left`
  // The keys differ so that the buttons do too: focus must not stay on one that now does something else.
  return twoFactor ? (
    <Method
      key="on"
      title="Two-factor authentication"
      badge={
        <>
          <StateBadge kind="good" text="On" />
          {left <= few && <StateBadge kind="warning" text={codesLeft} />}
        </>
      }
      text={
        left <= few
          ? 'Create new recovery codes now. You need one if you lose your phone.'
          : `You sign in with your password and a code from your authenticator app${isRequired ? ', which your organisation requires' : ''}. ${codesLeft}.`
      }
    >
      <Button onClick={renew.open}>New recovery codes</Button>
      {!isRequired && <Button onClick={turnOff.open}>Turn off</Button>}
    </Method>
  ) : (
    <Method
      key="off"
      title="Two-factor authentication"
      badge={<StateBadge kind="quiet" icon={IconToggleLeft} text="Off" />}
      text="Require a code from your phone in addition to your password."
    >
      <Button onClick={turnOn.open}>Turn on</Button>
    </Method>
  )
}

interface MethodProps {
  title: string
  badge?: ReactNode
  text: string
  /** The buttons that change it. */
  children?: ReactNode
}

function Method({ title, badge, text, children }: MethodProps) {
  return (
    <li className={classes.method}>
      <Box flex="1 1 18rem" miw={0}>
        <Group gap="xs">
          <Text fw={600}>{title}</Text>
          {badge}
        </Group>
        <Text c="dimmed" mt={2}>
          {text}
        </Text>
      </Box>
      {children && <Group gap="xs">{children}</Group>}
    </li>
  )
}
