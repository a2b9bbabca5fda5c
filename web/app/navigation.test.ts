import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
import type { Needed } from '../session.ts'
import { navigationFor } from './navigation.ts'

/** What each page of the navigation needs first. */
const needed: Record<string, api.Operation> = {
  Home: api.getHome,
  Projects: api.listProjects,
  Skills: api.listSkills,
  Patients: api.listPatients,
  Inventory: api.listLevels,
  Billing: api.listInvoices,
  'Your account': api.getAccount,
  'API keys': api.listApiKeys,
  Users: api.listUsers,
  Backups: api.listBackups,
  'Import and export': api.listImports,
  'Audit log': api.listAuditLog,
  'Access log': api.listAccessLog,
  Security: api.updateSecuritySettings,
  Organisation: api.updateSettings,
}

const shownTo = (may: (operation: Needed) => boolean) =>
  navigationFor('both', may).flatMap(({ entries }) => entries.map(({ label }) => label))
const neededBy = (may: (operation: Needed) => boolean) =>
  Object.keys(needed).filter((label) => may(needed[label]!))

for (const role of api.roles)
  for (const { name, access } of api.accessPresets)
    test(`the navigation of ${role} with the access ${name} has the pages whose operations allow both`, () => {
      const may = ({ allow, access: needs }: Needed) =>
        allow !== 'anyone' && allow.includes(role) && !api.missingAccess(access, needs)
      assert.deepEqual(shownTo(may), neededBy(may))
    })

test('the navigation in a session of a service user has its keys', () => {
  const may = ({ inServiceSession }: Needed) => inServiceSession
  assert.deepEqual(shownTo(may), ['API keys'])
  assert.deepEqual(shownTo(may), neededBy(may))
})
