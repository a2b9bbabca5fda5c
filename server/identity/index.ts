import type { Implementation } from '#platform'
import type { Auth } from './auth.ts'
import { createAcceptInvitation } from './invitations/accept.ts'
import { createCreateInvitation } from './invitations/create.ts'
import { list as listInvitations } from './invitations/list.ts'
import { revoke as revokeInvitation } from './invitations/revoke.ts'
import { view as viewInvitation } from './invitations/view.ts'
import { createGetSession } from './sessions/get-session.ts'
import { createSignIn } from './sessions/sign-in.ts'
import { createSignOut } from './sessions/sign-out.ts'
import { get as getSettings } from './settings/get.ts'
import { update as updateSettings } from './settings/update.ts'
import { createGetSetup } from './setup/get-setup.ts'
import { createSetUp } from './setup/set-up.ts'
import { list as listUsers } from './users/list.ts'
import { me } from './users/me.ts'
import { update as updateUser } from './users/update.ts'

export { type Auth, createAuth } from './auth.ts'
export { expireSessions } from './sessions/expire-sessions.ts'
export { recogniseSession } from './sessions/recognise-session.ts'
export { readSettings } from './settings/get.ts'
export { hasOwner, makeOwner } from './setup/set-up.ts'
export { resetPassword } from './users/reset-password.ts'
export { TransferError, transferOwnership } from './users/transfer-ownership.ts'

interface Options {
  auth: Auth
  baseUrl: string
  /** What set-up asks for; null where only this machine reaches the server. */
  setupCode: string | null
}

export function createIdentityOperations({ auth, baseUrl, setupCode }: Options): Implementation[] {
  return [
    createGetSetup(setupCode),
    createSetUp(auth, setupCode),
    createSignIn(auth),
    createSignOut(auth),
    createGetSession(auth),
    me,
    listUsers,
    updateUser,
    createCreateInvitation(baseUrl),
    listInvitations,
    revokeInvitation,
    viewInvitation,
    createAcceptInvitation(auth),
    getSettings,
    updateSettings,
  ]
}
