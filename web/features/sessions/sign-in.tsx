import { type ReactNode, useState } from 'react'
import { PasswordStep } from './password-step.tsx'
import { SecondStep } from './second-step.tsx'

interface SignInProps {
  /** Runs once this browser has a session. */
  onDone: () => unknown
  /** Below the password: other ways in. */
  children: ReactNode
}

/** Signs in with the password and, for those who use one, a second step. */
export function SignIn({ onDone, children }: SignInProps) {
  const [step, setStep] = useState<'password' | 'second' | 'expired'>('password')
  const [email, setEmail] = useState('')
  const goOn = (email: string) => {
    setEmail(email)
    setStep('second')
  }
  if (step === 'second') {
    return (
      <SecondStep onDone={onDone} onExpired={() => setStep('expired')} onBack={() => setStep('password')} />
    )
  }
  return (
    <>
      <PasswordStep email={email} expired={step === 'expired'} onDone={onDone} onSecondStep={goOn} />
      {children}
    </>
  )
}
