import { Text, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { getSignInMethods, signIn } from '#contract'
import { useCall } from '../../api.ts'
import { Caption } from '../../components/caption.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { TextLink } from '../../components/links.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { Threshold } from '../../components/threshold.tsx'
import { ProviderButton } from './identity-provider.tsx'
import { safePath } from './safe-path.ts'
import { useGoIn } from './use-enter.ts'

const route = getRouteApi('/sign-in')
/** Loaded on demand, because few sign-ins need it. */
const TwoFactor = lazyPart(() => import('./two-factor.tsx'))

export default function SignInPage() {
  const { returnTo } = route.useSearch()
  const goIn = useGoIn()
  return (
    <Threshold title="Sign in">
      <SignIn onDone={() => goIn(returnTo)}>
        <OtherMethods to={safePath(returnTo)} />
      </SignIn>
    </Threshold>
  )
}

/** The password reset and other sign-in methods. `to` is the page to return to. */
function OtherMethods({ to }: { to: string }) {
  const { data: methods } = useCall(getSignInMethods)
  if (!methods) return null
  return (
    <>
      {methods.passwordReset ? (
        <Text ta="center" mt="md">
          <TextLink to="/forgot-password">Forgot your password?</TextLink>
        </Text>
      ) : (
        <Caption ta="center" mt="md">
          Forgot your password? Ask your server administrator to reset it.
        </Caption>
      )}
      <ProviderButton to={to} />
    </>
  )
}

interface SignInProps {
  /** Runs once this browser has a session. */
  onDone: () => unknown
  /** Other sign-in methods, below the password. */
  children: ReactNode
}

/** Signs in with a password and, if the user has turned it on, a second factor. */
export function SignIn({ onDone, children }: SignInProps) {
  const [step, setStep] = useState<'password' | 'code' | 'expired'>('password')
  const [email, setEmail] = useState('')
  const askForCode = (email: string) => {
    setEmail(email)
    setStep('code')
  }
  if (step === 'code') {
    return (
      <Suspense>
        <TwoFactor onDone={onDone} onExpired={() => setStep('expired')} onBack={() => setStep('password')} />
      </Suspense>
    )
  }
  return (
    <>
      <Password email={email} expired={step === 'expired'} onDone={onDone} onCodeRequired={askForCode} />
      {children}
    </>
  )
}

interface PasswordProps {
  /** What the user typed before, if they return from the code. */
  email: string
  /** Whether the sign-in expired while waiting for the code. */
  expired: boolean
  onDone: () => unknown
  onCodeRequired: (email: string) => void
}

function Password({ email, expired, onDone, onCodeRequired }: PasswordProps) {
  const form = useOperationForm(signIn, {
    initial: { email, password: '' },
    fieldOf: { invalid_credentials: 'password' },
    asksBeforeLeaving: false,
    onDone: (answer, values) => ('user' in answer ? onDone() : onCodeRequired(values.email)),
  })
  return (
    <OperationForm form={form} submit="Sign in" fullWidth>
      {expired && <Text role="alert">Your sign-in has expired. Enter your password again.</Text>}
      <TextInput
        label="Email address"
        type="email"
        autoComplete="username"
        data-autofocus={!email || undefined}
        autoFocus={!email}
        {...form.field('email')}
      />
      <PasswordField autoComplete="current-password" autoFocus={email !== ''} {...form.field('password')} />
    </OperationForm>
  )
}
