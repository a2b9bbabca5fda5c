import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { accessText, type Operation, operations } from './index.ts'
import { refusalsOf } from './refusals-of.ts'
import { own } from './rules/own.ts'

const idsWhere = (condition: (operation: Operation) => boolean) =>
  operations
    .filter(condition)
    .map(({ id }) => id)
    .sort()

test('members can call everything but these', () => {
  assert.deepEqual(
    idsWhere(({ allow }) => allow !== 'anyone' && !allow.includes('member')),
    [
      'accessLog.export',
      'accessLog.list',
      'apiKeys.listEveryones',
      'auditLog.export',
      'auditLog.list',
      'backups.create',
      'backups.list',
      'billing.voidInvoice',
      'exports.get',
      'grants.confirm',
      'grants.decline',
      'grants.list',
      'imports.create',
      'imports.get',
      'imports.inspect',
      'imports.list',
      'imports.listErrors',
      'invitations.confirm',
      'invitations.create',
      'invitations.list',
      'invitations.revoke',
      'patients.erase',
      'patients.export',
      'patients.getMerge',
      'patients.listMerges',
      'patients.listReads',
      'patients.merge',
      'patients.undoMerge',
      'projects.delete',
      'projects.pseudonymise',
      'settings.update',
      'settings.updateSecurity',
      'skills.delete',
      'users.create',
      'users.signInAs',
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
      'apiKeys.listRefusals',
      'apiKeys.revoke',
      'apiKeys.revokeMany',
      'apiKeys.update',
      'backups.create',
      'grants.confirm',
      'invitations.confirm',
      'patients.erase',
      'sessions.list',
      'sessions.revoke',
      'sessions.revokeAll',
      'settings.updateSecurity',
      'users.create',
      'users.signInAs',
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

test('with a key, a change waits for a confirmation in the browser, or grants nothing', () => {
  assert.deepEqual(
    idsWhere(({ grants }) => grants !== null),
    ['projects.update', 'settings.update', 'users.update'],
  )
  // Before you add an operation here: it lets nobody in, widens nobody’s permissions, and redirects no payments.
  const grantNothing = {
    billing:
      'createCreditNote createInvoice deleteInvoice issueInvoice recordPayment reversePayment updateInvoice voidInvoice',
    grants: 'decline',
    imports: 'create inspect',
    inventory:
      'adjust createItem createLocation quarantineLot receive releaseLot reverse transfer updateItem',
    // `create` waits, too: its link exists only after `confirm`.
    invitations: 'create revoke',
    patients: 'create markNotDuplicates merge searchDuplicates undoMerge unmarkNotDuplicates update',
    projects: 'create delete pseudonymise',
    skills: 'cancelRun create delete retryRun run',
    sources: 'create delete retry update',
    trackers: 'create delete dismissMention preview restoreMention update',
  }
  assert.deepEqual(
    idsWhere(
      ({ method, allow, credentials, grants }) =>
        method !== 'GET' && allow !== 'anyone' && credentials === 'any' && grants === null,
    ),
    Object.entries(grantNothing).flatMap(([part, names]) =>
      names.split(' ').map((name) => `${part}.${name}`),
    ),
  )
})

test('these fields of operations that grant do not grant by themselves', () => {
  const others = operations
    .filter(({ grants }) => grants)
    .flatMap((operation) => {
      const granting = operation.grants?.map(({ field }) => `${operation.id}.${field}`)
      return pathsOf(operation.body, operation.id).filter(
        (path) => !granting?.some((field) => path === field || path.startsWith(`${field}.`)),
      )
    })
  // Before you add a field here: it lets nobody in, widens nobody’s permissions, and redirects no payments.
  const grantNothing = {
    'projects.update': 'name description language archived version',
    'settings.update': 'organisationName timeZone language currency termsDays taxRates invoiceSeries version',
    'settings.update.letterhead':
      'line city region postalCode country contactName phone email website electronicAddress taxId registration terms',
    'settings.update.creditNoteSeries': 'name prefix digits',
    'settings.update.retention': 'invoicesYears archivedProjectsMonths',
    // `keepKeys` only comes with `disabled: false`, which grants.
    'users.update': 'keepKeys version',
  }
  assert.deepEqual(
    others.sort(),
    Object.entries(grantNothing)
      .flatMap(([path, names]) => names.split(' ').map((name) => `${path}.${name}`))
      .sort(),
  )
})

/** The fields of a schema and of the objects in it, `users.update.role`. */
function pathsOf(schema: z.core.$ZodType, path: string): string[] {
  if (schema instanceof z.ZodOptional) return pathsOf(schema.unwrap(), path)
  if (!(schema instanceof z.ZodObject)) return [path]
  return Object.entries(schema.shape).flatMap(([name, field]) => pathsOf(field, `${path}.${name}`))
}

test('what an operation needs of the caller’s access follows from its file and method, except for these', () => {
  const usual = ({ id, method, access }: Operation) => {
    const area = { projects: 'insights', sources: 'insights', trackers: 'insights', skills: 'insights' }
    const named = own(area, id.split('.')[0]!) ?? id.split('.')[0]!
    return JSON.stringify(access) === JSON.stringify({ [named]: method === 'GET' ? 'view' : 'edit' })
  }
  const others = operations.filter(
    (operation) => Object.keys(operation.access).length > 0 && !usual(operation),
  )
  assert.deepEqual(Object.fromEntries(others.map(({ id, access }) => [id, accessText(access)])), {
    'billing.getStatement': 'patients view, billing view',
    'billing.getStatementPdf': 'patients view, billing view',
    'inventory.exportRecall': 'patients view, inventory view',
    'inventory.recallLot': 'patients view, inventory view',
    'patients.export': 'patients view, billing view',
    'patients.searchDuplicates': 'patients view',
    'trackers.preview': 'insights view',
  })
})

test('these need no access, because they show no data of an area, or only what the caller may see', () => {
  const modules = idsWhere(({ allow, access }) => allow !== 'anyone' && Object.keys(access).length === 0)
  const members = modules.filter((id) => operations.find((one) => one.id === id)?.allow.includes('member'))
  assert.deepEqual(
    [...new Set(members.map((id) => id.split('.')[0]))],
    ['account', 'apiKeys', 'home', 'me', 'records', 'sessions', 'settings', 'users'],
  )
})

test('these are reached in a session of a service user', () => {
  assert.deepEqual(
    idsWhere(({ inServiceSession }) => inServiceSession),
    ['apiKeys.create', 'apiKeys.list', 'apiKeys.revoke', 'me.get', 'settings.get'],
  )
})
