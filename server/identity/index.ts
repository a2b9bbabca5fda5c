import type { LetterKind, Post } from '#mail'
import type { Implementation, Log } from '#platform'
import { createChangePassword } from './account/change-password.ts'
import { createConfirmTwoFactor } from './account/confirm-two-factor.ts'
import { createDisableTwoFactor } from './account/disable-two-factor.ts'
import { createEnableTwoFactor } from './account/enable-two-factor.ts'
import { createGetAccount } from './account/get.ts'
import { createRenewRecoveryCodes } from './account/renew-recovery-codes.ts'
import { createSecretBox } from './account/sealed-secret.ts'
import type { Auth } from './auth.ts'
import { createFinishIdentityProvider } from './identity-provider/finish.ts'
import { createGetSignInMethods } from './identity-provider/methods.ts'
import { createPendingSignIns } from './identity-provider/pending.ts'
import { createIdentityProvider, type ProviderSettings } from './identity-provider/provider.ts'
import { createStartIdentityProvider } from './identity-provider/start.ts'
import { createAcceptInvitation } from './invitations/accept.ts'
import { createCreateInvitation } from './invitations/create.ts'
import { invitationLetter } from './invitations/letter.ts'
import { list as listInvitations } from './invitations/list.ts'
import { revoke as revokeInvitation } from './invitations/revoke.ts'
import { view as viewInvitation } from './invitations/view.ts'
import { passwordChangedLetter, resetLetter } from './password-reset/letters.ts'
import { createRequestPasswordReset } from './password-reset/request.ts'
import { createResetPassword } from './password-reset/reset.ts'
import { createGetSession } from './sessions/get-session.ts'
import { createListSessions } from './sessions/list.ts'
import { revoke as revokeSession } from './sessions/revoke.ts'
import { createRevokeAll } from './sessions/revoke-all.ts'
import { createSignIn } from './sessions/sign-in.ts'
import { createSignOut } from './sessions/sign-out.ts'
import { createVerifyRecoveryCode } from './sessions/verify-recovery-code.ts'
import { createVerifyTotp } from './sessions/verify-totp.ts'
import { get as getSettings } from './settings/get.ts'
import { update as updateSettings } from './settings/update.ts'
import { createGetSetup } from './setup/get-setup.ts'
import { createSetUp } from './setup/set-up.ts'
import { list as listUsers } from './users/list.ts'
import { me } from './users/me.ts'
import { update as updateUser } from './users/update.ts'

export { type Auth, createAuth } from './auth.ts'
export { identityInvariants } from './invariants.ts'
export { expireSessions } from './sessions/expire-sessions.ts'
export { recogniseSession } from './sessions/recognise-session.ts'
export { readSettings } from './settings/get.ts'
export { hasOwner, makeOwner } from './setup/set-up.ts'
export { resetPassword } from './users/reset-password.ts'
export { resetTwoFactor } from './users/reset-two-factor.ts'
export { TransferError, transferOwnership } from './users/transfer-ownership.ts'
export { unlinkIdentity } from './users/unlink-identity.ts'

interface Options {
  auth: Auth
  /** What the secrets of authenticator apps are sealed under. */
  secret: string
  baseUrl: string
  /** What set-up asks for; null where only this machine reaches the server. */
  setupCode: string | null
  /** Null where members cannot sign in by one. */
  identityProvider: ProviderSettings | null
  /** Null where no e-mail is sent. */
  post: Post | null
  log: Log
}

/** What is written to people about their accounts. */
export const identityLetters: LetterKind[] = [invitationLetter, resetLetter, passwordChangedLetter]

export function createIdentityOperations({
  auth,
  secret,
  baseUrl,
  setupCode,
  identityProvider,
  post,
  log,
}: Options): Implementation[] {
  const box = createSecretBox(secret)
  const provider = identityProvider && createIdentityProvider(identityProvider, { baseUrl, log })
  const pendings = createPendingSignIns(auth, secret)
  return [
    createGetSetup(setupCode),
    createSetUp(auth, setupCode),
    createSignIn(auth),
    createSignOut(auth),
    createVerifyTotp(auth, box),
    createVerifyRecoveryCode(auth),
    createGetSession(auth),
    createListSessions(auth),
    revokeSession,
    createRevokeAll(auth),
    createGetAccount(identityProvider),
    createChangePassword(auth, post),
    createEnableTwoFactor(auth, box),
    createConfirmTwoFactor(auth, box),
    createDisableTwoFactor(auth),
    createRenewRecoveryCodes(auth),
    createGetSignInMethods(post !== null, identityProvider),
    createStartIdentityProvider(provider, pendings),
    createFinishIdentityProvider(auth, provider, pendings),
    createRequestPasswordReset(secret, post),
    createResetPassword(auth, post),
    me,
    listUsers,
    updateUser,
    createCreateInvitation({ baseUrl, secret, post }),
    listInvitations,
    revokeInvitation,
    viewInvitation,
    createAcceptInvitation(auth),
    getSettings,
    updateSettings,
  ]
}
