import * as accessLog from './access-log.ts'
import * as account from './account.ts'
import * as apiKeys from './api-keys.ts'
import * as auditLog from './audit-log.ts'
import * as backups from './backups.ts'
import * as billing from './billing.ts'
import * as creditNotes from './credit-notes.ts'
import * as erasure from './erasure.ts'
import * as exports from './exports.ts'
import * as grants from './grants.ts'
import * as home from './home.ts'
import * as identityProvider from './identity-provider.ts'
import * as imports from './imports.ts'
import * as inventory from './inventory.ts'
import * as invitations from './invitations.ts'
import { methods, type Operation } from './operation.ts'
import * as patients from './patients.ts'
import * as payments from './payments.ts'
import * as projects from './projects.ts'
import * as pseudonyms from './pseudonyms.ts'
import * as search from './search.ts'
import * as service from './service.ts'
import * as serviceUsers from './service-users.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as skills from './skills.ts'
import * as sources from './sources.ts'
import * as statement from './statement.ts'
import * as trackers from './trackers.ts'
import * as users from './users.ts'

export * from './access.ts'
export * from './access-log.ts'
export * from './access-presets.ts'
export * from './account.ts'
export * from './actor.ts'
export * from './api-keys.ts'
export * from './audit-log.ts'
export * from './backups.ts'
export * from './billing.ts'
export * from './credit-notes.ts'
export * from './erasure.ts'
export * from './errors.ts'
export * from './exports.ts'
export * from './grants.ts'
export * from './home.ts'
export * from './identity-provider.ts'
export * from './import-columns.ts'
export * from './imports.ts'
export * from './inventory.ts'
export * from './invitations.ts'
export * from './json-schema.ts'
export * from './openapi.ts'
export * from './operation.ts'
export * from './patient-fields.ts'
export * from './patients.ts'
export * from './payments.ts'
export * from './projects.ts'
export * from './pseudonyms.ts'
export * from './refusals-of.ts'
export * from './rules/csv.ts'
export * from './rules/currency-decimals.ts'
export * from './rules/date-at.ts'
export * from './rules/decimal.ts'
export * from './rules/decimals.ts'
export * from './rules/e-invoices.ts'
export * from './rules/electronic-address.ts'
export * from './rules/fields.ts'
export * from './rules/invoice.ts'
export * from './rules/languages.ts'
export * from './rules/letterhead.ts'
export * from './rules/lot-key.ts'
export * from './rules/markdown.ts'
export * from './rules/money.ts'
export * from './rules/movement.ts'
export * from './rules/patient-id.ts'
export * from './rules/run.ts'
export * from './rules/source-text.ts'
export * from './rules/statement.ts'
export * from './rules/token.ts'
export * from './rules/tracker.ts'
export * from './search.ts'
export * from './service.ts'
export * from './service-users.ts'
export * from './sessions.ts'
export * from './settings.ts'
export * from './shown-patients.ts'
export * from './skills.ts'
export * from './sources.ts'
export * from './statement.ts'
export * from './trackers.ts'
export * from './traits.ts'
export * from './users.ts'

/** Every operation, by the part of the API that it belongs to. */
export const operationsByPart: Record<string, Operation[]> = {
  Service: operationsOf(service),
  'Setup and sessions': operationsOf({ ...sessions, ...identityProvider }),
  'Your account': operationsOf(account),
  Users: operationsOf({ ...users, ...serviceUsers }),
  Invitations: operationsOf(invitations),
  Grants: operationsOf(grants),
  'API keys': operationsOf(apiKeys),
  'Audit log': operationsOf(auditLog),
  'Access log': operationsOf(accessLog),
  Backups: operationsOf(backups),
  Settings: operationsOf(settings),
  Home: operationsOf(home),
  Search: operationsOf(search),
  Projects: operationsOf({ ...projects, ...pseudonyms }),
  Sources: operationsOf(sources),
  Trackers: operationsOf(trackers),
  Skills: operationsOf(skills),
  Patients: operationsOf({ ...patients, ...erasure }),
  Inventory: operationsOf(inventory),
  Billing: operationsOf({ ...billing, ...creditNotes, ...payments, ...statement }),
  'Import and export': operationsOf({ ...imports, ...exports }),
}

export const operations: Operation[] = Object.values(operationsByPart).flat()

/** Sorts by path, and reads before writes. */
function operationsOf(part: object): Operation[] {
  return Object.values(part)
    .filter((value): value is Operation => 'path' in Object(value))
    .toSorted(
      (a, b) => a.path.localeCompare(b.path, 'en') || methods.indexOf(a.method) - methods.indexOf(b.method),
    )
}
