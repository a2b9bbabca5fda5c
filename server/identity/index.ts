import type { EmailKind, QueueEmail } from '#mail'
import type { Implementation, Log, Secrets } from '#platform'
import { createChangePassword } from './account/change-password.ts'
import { createConfirm } from './account/confirm.ts'
import { createConfirmTwoFactor } from './account/confirm-two-factor.ts'
import { createDisableTwoFactor } from './account/disable-two-factor.ts'
import { createEnableTwoFactor } from './account/enable-two-factor.ts'
import { createGetAccount } from './account/get.ts'
import { createRenewRecoveryCodes } from './account/renew-recovery-codes.ts'
import { update as updateAccount } from './account/update.ts'
import type { Auth } from './auth.ts'
import { createConfirmEmailChange } from './email-change/confirm.ts'
import { confirmEmailEmail, emailChangedEmail } from './email-change/emails.ts'
import { createRequestEmailChange } from './email-change/request.ts'
import { createConfirmGrant } from './grants/confirm.ts'
import { decline as declineGrant } from './grants/decline.ts'
import { list as listGrants } from './grants/list.ts'
import { createFinishIdentityProvider } from './identity-provider/finish.ts'
import { createGetSignInMethods } from './identity-provider/methods.ts'
import { createPendingSignIns } from './identity-provider/pending.ts'
import { createIdentityProvider, type ProviderSettings } from './identity-provider/provider.ts'
import { createStartIdentityProvider } from './identity-provider/start.ts'
import { createAcceptInvitation } from './invitations/accept.ts'
import { createConfirmInvitation } from './invitations/confirm.ts'
import { createCreateInvitation } from './invitations/create.ts'
import { invitationEmail } from './invitations/email.ts'
import { list as listInvitations } from './invitations/list.ts'
import { revoke as revokeInvitation } from './invitations/revoke.ts'
import { view as viewInvitation } from './invitations/view.ts'
import type { LimitKeys, RevokeKeysOf } from './keys.ts'
import { passwordChangedEmail, passwordResetEmail } from './password-reset/emails.ts'
import { createRequestPasswordReset } from './password-reset/request.ts'
import { createResetPassword } from './password-reset/reset.ts'
import { create as createService } from './services/create.ts'
import { createSignInAs } from './services/sign-in-as.ts'
import { createGetSession } from './sessions/get-session.ts'
import { list as listSessions } from './sessions/list.ts'
import { revoke as revokeSession } from './sessions/revoke.ts'
import { revokeAll } from './sessions/revoke-all.ts'
import { createSignIn } from './sessions/sign-in.ts'
import { createSignOut } from './sessions/sign-out.ts'
import { createVerifyRecoveryCode } from './sessions/verify-recovery-code.ts'
import { createVerifyTotp } from './sessions/verify-totp.ts'
import { getSecurity, get as getSettings } from './settings/get.ts'
import { update as updateSettings } from './settings/update.ts'
import { createUpdateSecurity } from './settings/update-security.ts'
import { createGetSetup } from './setup/get-setup.ts'
import { createSetUp } from './setup/set-up.ts'
import { list as listUsers } from './users/list.ts'
import { me } from './users/me.ts'
import { createUpdate as createUpdateUser } from './users/update.ts'

export { type Auth, createAuth } from './auth.ts'
export { endGrants } from './grants/end.ts'
export { implementGranting } from './grants/granting.ts'
export { homeOfIdentity } from './home.ts'
export { identityInvariants } from './invariants.ts'
export { endInvitations } from './invitations/end.ts'
export { authenticateSession } from './sessions/authenticate-session.ts'
export { expireSessions } from './sessions/expire-sessions.ts'
export { hasOwner, makeOwner } from './setup/set-up.ts'
export { encryptTwoFactorAgain } from './two-factor/encrypt-again.ts'
export { resetPassword } from './users/reset-password.ts'
export { resetTwoFactor } from './users/reset-two-factor.ts'
export { searchableUsers } from './users/searchable.ts'
export { TransferError, transferOwnership } from './users/transfer-ownership.ts'
export { unlinkIdentity } from './users/unlink-identity.ts'

interface Options {
  auth: Auth
  /** Encrypt the secrets of authenticator apps. */
  secrets: Secrets
  baseUrl: string
  /** One of them is required for set-up; null if only this machine can reach the server. */
  setupCodes: string[] | null
  /** Null if not configured. */
  identityProvider: ProviderSettings | null
  /** Null if email is not configured. */
  queueEmail: QueueEmail | null
  revokeKeysOf: RevokeKeysOf
  limitKeys: LimitKeys
  log: Log
}

/** The emails about accounts. */
export const identityEmails: EmailKind[] = [
  invitationEmail,
  passwordResetEmail,
  passwordChangedEmail,
  confirmEmailEmail,
  emailChangedEmail,
]

export function createIdentityOperations({
  auth,
  secrets,
  baseUrl,
  setupCodes,
  identityProvider,
  queueEmail,
  revokeKeysOf,
  limitKeys,
  log,
}: Options): Implementation[] {
  const provider = identityProvider && createIdentityProvider(identityProvider, { baseUrl, log })
  const pendings = createPendingSignIns(auth, secrets)
  return [
    createGetSetup(setupCodes !== null),
    createSetUp(auth, setupCodes),
    createSignIn(auth),
    createSignOut(auth),
    createVerifyTotp(auth, secrets),
    createVerifyRecoveryCode(auth),
    createGetSession(auth),
    listSessions,
    revokeSession,
    revokeAll,
    createGetAccount(identityProvider),
    updateAccount,
    createRequestEmailChange(secrets, queueEmail),
    createConfirmEmailChange(queueEmail),
    createChangePassword(auth, queueEmail),
    createConfirm(auth, secrets),
    createEnableTwoFactor(auth, secrets),
    createConfirmTwoFactor(auth, secrets),
    createDisableTwoFactor(auth),
    createRenewRecoveryCodes(auth),
    createGetSignInMethods(queueEmail !== null, identityProvider),
    createStartIdentityProvider(provider, pendings),
    createFinishIdentityProvider(auth, provider, pendings),
    createRequestPasswordReset(secrets, queueEmail),
    createResetPassword(auth, { queueEmail, revokeKeysOf }),
    me,
    listUsers,
    createUpdateUser(revokeKeysOf),
    createService,
    createSignInAs(auth),
    createCreateInvitation({ baseUrl, secrets, queueEmail }),
    createConfirmInvitation({ baseUrl, secrets, queueEmail }),
    listInvitations,
    revokeInvitation,
    viewInvitation,
    createAcceptInvitation(auth),
    getSettings,
    updateSettings,
    getSecurity,
    createUpdateSecurity(limitKeys),
  ]
}

/** The operations on calls that wait for a confirmation. `implementations`: all others of this server. */
export const createGrantOperations = (implementations: Implementation[]): Implementation[] => [
  listGrants,
  createConfirmGrant(implementations),
  declineGrant,
]
