import { z } from 'zod'
import { roles } from './actor.ts'
import { operation } from './operation.ts'
import { email, id, line, mailbox, password, text, timestamp, verbatim } from './rules/fields.ts'
import { person, signedIn } from './sessions.ts'

/** Users manage their account in the browser only, so that a leaked key cannot take it over. */
const own = { allow: roles, credentials: 'session' } as const
/** What setting up two-factor authentication takes. */
const ownBeforeTwoFactor = { ...own, beforeTwoFactor: true } as const

const currentPassword = verbatim(1, 128).describe('Your current password')
const recoveryCodes = z
  .strictObject({
    recoveryCodes: z
      .array(z.string())
      .describe('Each works once instead of a code from the app. Shown only in this response'),
  })
  .meta({ id: 'RecoveryCodes' })

const endedSessions = z.strictObject({ endedSessions: z.int() }).meta({ id: 'EndedSessions' })

export const getAccount = operation({
  id: 'account.get',
  method: 'GET',
  path: '/api/account',
  summary: 'Get your sign-in settings.',
  ...ownBeforeTwoFactor,
  result: z.strictObject({
    hasPassword: z.boolean().describe('`false` if you sign in through the identity provider only'),
    twoFactor: z.boolean().describe('Whether two-factor authentication is on for password sign-in'),
    recoveryCodesLeft: z.int(),
    identityProvider: z
      .strictObject({ name: z.string() })
      .nullable()
      .describe('The provider linked to your account, or null'),
  }),
})

export const confirm = operation({
  id: 'account.confirm',
  method: 'POST',
  path: '/api/auth/confirm',
  summary: 'Confirm that it is you, with your password or a code from your app. Lasts two hours.',
  ...ownBeforeTwoFactor,
  body: z
    .strictObject({ password: currentPassword.optional(), code: text(1, 20).optional() })
    .refine(({ password, code }) => password !== undefined || code !== undefined, {
      path: ['password'],
      error: 'Enter your password or a code',
    }),
  result: z.null(),
  status: 204,
  errors: ['wrong_password', 'no_password', 'wrong_code', 'two_factor_disabled'],
  replay: 'none',
})

export const updateAccount = operation({
  id: 'account.update',
  method: 'PATCH',
  path: '/api/account',
  summary: 'Update your name.',
  ...own,
  body: z.strictObject({ name: line(1, 100) }),
  result: person,
})

export const requestEmailChange = operation({
  id: 'account.requestEmailChange',
  method: 'POST',
  path: '/api/auth/change-email',
  summary: 'Send a link that confirms a new email address. Opening it replaces the old address.',
  ...own,
  body: z.strictObject({ email: mailbox }),
  confirmation: true,
  result: z.strictObject({ accepted: z.literal(true) }),
  status: 202,
  errors: ['mail_not_configured', 'email_taken'],
})

export const confirmEmailChange = operation({
  id: 'account.confirmEmailChange',
  method: 'POST',
  path: '/api/auth/confirm-email',
  summary: 'Confirm a new email address with the link sent to it.',
  allow: 'anyone',
  body: z.strictObject({ token: verbatim(1, 200) }),
  result: z.strictObject({ email: z.string() }),
  errors: ['email_link_invalid', 'email_taken'],
})

export const changePassword = operation({
  id: 'account.changePassword',
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change your password and sign out all other sessions.',
  ...own,
  body: z.strictObject({ currentPassword, newPassword: password }),
  result: endedSessions,
  errors: ['wrong_password', 'no_password'],
  replay: 'none',
})

export const requestPasswordReset = operation({
  id: 'account.requestPasswordReset',
  method: 'POST',
  path: '/api/auth/request-password-reset',
  summary: 'Send a password reset link. The response never reveals whether the address has an account.',
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
  summary: 'Reset a password with a reset link and end all sessions.',
  allow: 'anyone',
  body: z.strictObject({
    token: verbatim(1, 200),
    newPassword: password,
    revokeKeys: z.boolean().default(false).describe('Whether to revoke all API keys of the account, too'),
  }),
  result: z.strictObject({ email: z.string(), revokedKeys: z.int() }),
  errors: ['reset_link_invalid'],
})

export const enableTwoFactor = operation({
  id: 'account.enableTwoFactor',
  method: 'POST',
  path: '/api/auth/two-factor/enable',
  summary:
    'Enable two-factor authentication. Returns the secret for an authenticator app; confirm it with a code.',
  ...ownBeforeTwoFactor,
  body: z.strictObject({ password: currentPassword }),
  result: z.strictObject({
    secret: z.string().describe('Base32, to type into the app'),
    uri: z.string().describe('otpauth://, for the QR code'),
  }),
  errors: ['wrong_password', 'no_password', 'two_factor_enabled'],
  replay: 'none',
})

export const confirmTwoFactor = operation({
  id: 'account.confirmTwoFactor',
  method: 'POST',
  path: '/api/auth/two-factor/confirm',
  summary: 'Confirm two-factor authentication with a code from the app. Returns the recovery codes.',
  ...ownBeforeTwoFactor,
  body: z.strictObject({ code: text(1, 20) }),
  confirmation: true,
  result: recoveryCodes,
  errors: ['wrong_code', 'two_factor_enabled', 'two_factor_not_begun'],
  replay: 'none',
})

export const disableTwoFactor = operation({
  id: 'account.disableTwoFactor',
  method: 'POST',
  path: '/api/auth/two-factor/disable',
  summary: 'Disable two-factor authentication, unless the organisation requires it.',
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
  summary: 'Regenerate recovery codes. The old ones stop working.',
  ...own,
  body: z.strictObject({ password: currentPassword }),
  result: recoveryCodes,
  errors: ['wrong_password', 'no_password', 'two_factor_disabled'],
  replay: 'none',
})

export const verifyTotp = operation({
  id: 'sessions.verifyTotp',
  method: 'POST',
  path: '/api/auth/two-factor/verify-totp',
  summary: 'Verify a code from the authenticator app to finish signing in.',
  allow: 'anyone',
  body: z.strictObject({ code: text(1, 50) }),
  result: signedIn,
  errors: ['wrong_code', 'sign_in_expired'],
})

export const verifyRecoveryCode = operation({
  id: 'sessions.verifyRecoveryCode',
  method: 'POST',
  path: '/api/auth/two-factor/verify-backup-code',
  summary: 'Verify a recovery code to finish signing in. Each code works once.',
  allow: 'anyone',
  body: z.strictObject({ code: text(1, 50) }),
  result: signedIn.extend({ recoveryCodesLeft: z.int() }),
  errors: ['wrong_code', 'sign_in_expired'],
})

const session = z
  .strictObject({
    id,
    current: z.boolean().describe('Whether this is the session making the request'),
    browser: z.string().nullable().describe('Such as “Firefox on Linux”; null if unknown'),
    address: z
      .string()
      .nullable()
      .describe('The network address that it was last seen from, recorded once an hour; null if unknown'),
    createdAt: timestamp,
    lastSeenAt: timestamp.describe('Rounded to the hour'),
    expiresAt: timestamp,
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof session>

export const listSessions = operation({
  id: 'sessions.list',
  method: 'GET',
  path: '/api/auth/list-sessions',
  summary: 'List your sessions, most recent first.',
  ...own,
  result: z.strictObject({ data: z.array(session) }),
})

export const revokeSession = operation({
  id: 'sessions.revoke',
  method: 'POST',
  path: '/api/auth/revoke-session',
  summary: 'Revoke one of your sessions.',
  ...own,
  body: z.strictObject({ sessionId: id }),
  result: endedSessions,
})

export const revokeSessions = operation({
  id: 'sessions.revokeAll',
  method: 'POST',
  path: '/api/auth/revoke-sessions',
  summary: 'Revoke all your sessions, by default including this one.',
  ...own,
  body: z.strictObject({ exceptThis: z.boolean().default(false) }),
  result: endedSessions,
})
