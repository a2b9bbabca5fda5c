import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
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
  Members: api.listUsers,
  Backups: api.listBackups,
  'Import and export': api.listImports,
  'Audit log': api.listAuditLog,
  'Access log': api.listAccessLog,
  Security: api.updateSecuritySettings,
  Organisation: api.updateSettings,
}

for (const role of api.roles)
  test(`the navigation of ${role} has the pages whose operations allow the role`, () => {
    const shown = navigationFor('both', ({ allow }) => allow.includes(role)).flatMap(({ entries }) =>
      entries.map(({ label }) => label),
    )
    assert.deepEqual(
      shown,
      Object.keys(needed).filter((label) => needed[label]!.allow.includes(role)),
    )
  })
