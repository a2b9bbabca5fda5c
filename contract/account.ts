import { z } from 'zod'
import { roles } from './actor.ts'
import { email, id, password, text, timestamp, verbatim } from './fields.ts'
import { operation } from './operation.ts'
import { signedIn } from './sessions.ts'

/** What one does with one's own account is done in the browser: a key that leaked must not take the account over. */
const own = { allow: roles, credentials: 'session' } as const

const currentPassword = verbatim(1, 128).describe('Your password as it is now')
const recoveryCodes = z
  .array(z.string())
  .describe('Each signs in once instead of a code from the app; shown here and never again')

export const getAccount = operation({
  id: 'account.get',
  method: 'GET',
  path: '/api/account',
  summary: 'Show how you sign in.',
  ...own,
  result: z.strictObject({
    hasPassword: z.boolean().describe('False where you sign in by the identity provider only'),
    twoFactor: z.boolean().describe('Whether signing in with the password takes a second step'),
    recoveryCodesLeft: z.number().int(),
    identityProvider: z
      .strictObject({ name: z.string() })
      .nullable()
      .describe('Linked to you; null where none is'),
  }),
})

export const changePassword = operation({
  id: 'account.changePassword',
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change your password, and sign out everywhere else.',
  ...own,
  body: z.strictObject({ currentPassword, newPassword: password }),
  result: z.strictObject({ endedSessions: z.number().int() }),
  errors: ['wrong_password', 'no_password'],
  replay: 'none',
})

export const requestPasswordReset = operation({
  id: 'account.requestPasswordReset',
  method: 'POST',
  path: '/api/auth/request-password-reset',
  summary:
    'Send a link for a new password; the answer is the same whether or not the address has an account.',
  allow: 'anyone',
  body: z.strictObject({ email }),
  result: z.strictObject({ accepted: z.literal(true) }),
  status: 202,
  errors: ['mail_not_configured'],
})

export const resetPassword = operation({
  id: 'account.resetPassword',
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password by the link that was sent, and end all sessions.',
  allow: 'anyone',
  body: z.strictObject({ token: verbatim(1, 200), newPassword: password }),
  result: z.strictObject({ email: z.string() }),
  errors: ['reset_link_invalid'],
})

export const enableTwoFactor = operation({
  id: 'account.enableTwoFactor',
  method: 'POST',
  path: '/api/auth/two-factor/enable',
  summary:
    'Begin to use a second step: gives the secret for an authenticator app, to be confirmed by a code.',
  ...own,
  body: z.strictObject({ password: currentPassword }),
  result: z.strictObject({
    secret: z.string().describe('Base32, for typing into the app'),
    uri: z.string().describe('otpauth://, for the QR code'),
  }),
  errors: ['wrong_password', 'no_password', 'two_factor_enabled'],
  replay: 'none',
})

export const confirmTwoFactor = operation({
  id: 'account.confirmTwoFactor',
  method: 'POST',
  path: '/api/auth/two-factor/confirm',
  summary: 'Turn the second step on with a first code from the app; gives the recovery codes.',
  ...own,
  body: z.strictObject({ code: text(1, 20) }),
  result: z.strictObject({ recoveryCodes }),
  errors: ['wrong_code', 'two_factor_enabled', 'two_factor_not_begun'],
  replay: 'none',
})

export const disableTwoFactor = operation({
  id: 'account.disableTwoFactor',
  method: 'POST',
  path: '/api/auth/two-factor/disable',
  summary: 'Sign in with the password alone again.',
  ...own,
  body: z.strictObject({ password: currentPassword }),
  result: z.strictObject({ twoFactor: z.literal(false) }),
  errors: ['wrong_password', 'no_password'],
  replay: 'none',
})

export const renewRecoveryCodes = operation({
  id: 'account.renewRecoveryCodes',
  method: 'POST',
  path: '/api/auth/two-factor/generate-backup-codes',
  summary: 'Make new recovery codes; the old ones stop working.',
  ...own,
  body: z.strictObject({ password: currentPassword }),
  result: z.strictObject({ recoveryCodes }),
  errors: ['wrong_password', 'no_password', 'two_factor_disabled'],
  replay: 'none',
})

export const verifyTotp = operation({
  id: 'sessions.verifyTotp',
  method: 'POST',
  path: '/api/auth/two-factor/verify-totp',
  summary: 'Finish signing in with a code from the authenticator app.',
  allow: 'anyone',
  body: z.strictObject({ code: text(1, 20) }),
  result: signedIn,
  errors: ['wrong_code', 'sign_in_expired'],
})

export const verifyRecoveryCode = operation({
  id: 'sessions.verifyRecoveryCode',
  method: 'POST',
  path: '/api/auth/two-factor/verify-backup-code',
  summary: 'Finish signing in with a recovery code, which then is used up.',
  allow: 'anyone',
  body: z.strictObject({ code: text(1, 50) }),
  result: signedIn.extend({ recoveryCodesLeft: z.number().int() }),
  errors: ['wrong_code', 'sign_in_expired'],
})

const session = z
  .strictObject({
    id,
    current: z.boolean().describe('Whether it is the one that asks'),
    browser: z.string().nullable().describe('Such as “Firefox on Linux”; null where the browser did not say'),
    createdAt: timestamp,
    lastSeenAt: timestamp.describe('To the hour'),
    expiresAt: timestamp,
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof session>

export const listSessions = operation({
  id: 'sessions.list',
  method: 'GET',
  path: '/api/auth/list-sessions',
  summary: 'List where you are signed in, last seen first.',
  ...own,
  result: z.strictObject({ data: z.array(session) }),
})

export const revokeSession = operation({
  id: 'sessions.revoke',
  method: 'POST',
  path: '/api/auth/revoke-session',
  summary: 'Sign out one of your sessions.',
  ...own,
  body: z.strictObject({ sessionId: id }),
  result: z.strictObject({ endedSessions: z.number().int() }),
})

export const revokeSessions = operation({
  id: 'sessions.revokeAll',
  method: 'POST',
  path: '/api/auth/revoke-sessions',
  summary: 'Sign out everywhere, here too unless said otherwise.',
  ...own,
  body: z.strictObject({ exceptThis: z.boolean().default(false) }),
  result: z.strictObject({ endedSessions: z.number().int() }),
})
