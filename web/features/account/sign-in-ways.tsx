import { Button, Skeleton, Title } from '@mantine/core'
import { useRef } from 'react'
import { getAccount, getSignInMethods, type Output } from '#contract'
import { useCall } from '../../api.ts'
import { useDialog } from '../../components/form-dialog.tsx'
import { keepFocusAt } from '../../components/keep-focus.ts'
import { Loaded } from '../../components/loaded.tsx'
import { ChangePasswordDialog } from './change-password.tsx'
import { IdentityProviderWay } from './identity-provider-way.tsx'
import { SecondStepDialogs } from './second-step-dialogs.tsx'
import { SecondStepWay } from './second-step-way.tsx'
import classes from './sign-in-ways.module.css'
import { Way } from './way.tsx'

export type Account = Output<typeof getAccount>

/** The password, the second step and the identity provider, and what can be done about each. */
export function SignInWays() {
  const call = useCall(getAccount)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section>
      <Title order={2} mt={40} mb="sm" ref={heading} tabIndex={-1} className={classes.heading ?? ''}>
        How you sign in
      </Title>
      <Loaded call={call} what="How you sign in could not be loaded" skeleton={<Skeleton h={164} />}>
        {(account) => <Ways account={account} />}
      </Loaded>
      <SecondStepDialogs onClosed={keepFocusAt(heading)} />
    </section>
  )
}

function Ways({ account }: { account: Account }) {
  const { hasPassword, twoFactor, identityProvider: linked } = account
  const { data: methods } = useCall(getSignInMethods)
  const password = useDialog('password')
  const provider = linked ?? methods?.identityProvider
  return (
    <>
      <ul className={classes.ways}>
        <Way
          title="Password"
          text={
            hasPassword
              ? 'Changing it signs you out everywhere else.'
              : `You have none here: you sign in with ${provider?.name ?? 'your identity provider'}.`
          }
        >
          {hasPassword && (
            <Button variant="default" onClick={password.open}>
              Change password
            </Button>
          )}
        </Way>
        {(hasPassword || twoFactor) && <SecondStepWay account={account} />}
        {provider && <IdentityProviderWay name={provider.name} linked={linked !== null} />}
      </ul>
      {hasPassword && <ChangePasswordDialog dialog={password} />}
    </>
  )
}
