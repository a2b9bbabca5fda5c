import { useMe } from '../../session.ts'

/** Tells password managers whose password a form is about. */
export function Username() {
  const { email } = useMe()
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
