import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, operations } from './index.ts'
import { refusalsOf } from './refusals-of.ts'

const idsWhere = (condition: (operation: Operation) => boolean) =>
  operations
    .filter(condition)
    .map(({ id }) => id)
    .sort()

test('members can call everything but these', () => {
  assert.deepEqual(
    idsWhere(({ allow }) => allow !== 'anyone' && !allow.includes('member')),
    [
      'accessLog.list',
      'apiKeys.listEveryones',
      'auditLog.export',
      'auditLog.list',
      'backups.create',
      'backups.list',
      'billing.voidInvoice',
      'exports.get',
      'imports.create',
      'imports.get',
      'imports.inspect',
      'imports.list',
      'imports.listErrors',
      'invitations.confirm',
      'invitations.create',
      'invitations.list',
      'invitations.revoke',
      'patients.getMerge',
      'patients.listMerges',
      'patients.listReads',
      'patients.merge',
      'patients.undoMerge',
      'projects.delete',
      'settings.update',
      'settings.updateSecurity',
      'skills.delete',
      'users.update',
    ],
  )
})

test('these need a session, and not an API key', () => {
  assert.deepEqual(
    idsWhere(({ credentials }) => credentials === 'session'),
    [
      'account.changePassword',
      'account.confirm',
      'account.confirmTwoFactor',
      'account.disableTwoFactor',
      'account.enableTwoFactor',
      'account.get',
      'account.renewRecoveryCodes',
      'account.requestEmailChange',
      'account.update',
      'apiKeys.create',
      'apiKeys.get',
      'apiKeys.getUsage',
      'apiKeys.identify',
      'apiKeys.list',
      'apiKeys.listActions',
      'apiKeys.listEveryones',
      'apiKeys.revoke',
      'apiKeys.revokeMany',
      'backups.create',
      'invitations.confirm',
      'sessions.list',
      'sessions.revoke',
      'sessions.revokeAll',
      'settings.updateSecurity',
    ],
  )
})

test('these need neither a session nor a key', () => {
  assert.deepEqual(
    idsWhere(({ allow }) => allow === 'anyone'),
    [
      'account.confirmEmailChange',
      'account.requestPasswordReset',
      'account.resetPassword',
      'health.get',
      'invitations.accept',
      'invitations.view',
      'ready.get',
      'sessions.finishIdentityProvider',
      'sessions.get',
      'sessions.methods',
      'sessions.signIn',
      'sessions.signOut',
      'sessions.startIdentityProvider',
      'sessions.verifyRecoveryCode',
      'sessions.verifyTotp',
      'setup.create',
      'setup.get',
    ],
  )
})

test('every change can be refused for its origin', () => {
  for (const operation of operations)
    assert.equal(refusalsOf(operation).includes('foreign_origin'), operation.method !== 'GET', operation.id)
})
