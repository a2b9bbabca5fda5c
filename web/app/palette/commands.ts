import {
  adjustStock,
  changePassword,
  createApiKey,
  createBackup,
  createInvitation,
  createInvoice,
  createItem,
  createPatient,
  createProject,
  createSkill,
  createUser,
  identifyApiKeys,
  listCreditNotes,
  listDuplicates,
  listEveryonesApiKeys,
  listLots,
  listMerges,
  listMovements,
  listPayments,
  listStockUsed,
  listValuation,
  mergePatients,
  type Operation,
  receiveStock,
  requestEmailChange,
  transferStock,
  updateAccount,
} from '#contract'
import { navigationFor, type PlainPath } from '../navigation.ts'

/** Returns the main actions that the user may do, on the pages of the navigation. */
export const commandsFor = (...[uses, may]: Parameters<typeof navigationFor>) => {
  const pages = navigationFor(uses, may).flatMap(({ entries }) => entries.map(({ to }) => to))
  return commands.filter(
    ({ to, needs }) => may(needs) && pages.some((page) => page !== '/' && to.startsWith(page)),
  )
}

/** The main actions, each a page or a dialog on a page. */
const commands: { label: string; to: PlainPath; dialog?: string; needs: Operation }[] = [
  { label: 'New project', to: '/projects', dialog: 'new', needs: createProject },
  { label: 'Add skill', to: '/skills', dialog: 'new', needs: createSkill },
  { label: 'New patient', to: '/patients', dialog: 'new', needs: createPatient },
  { label: 'Merge two patient records', to: '/patients/merge', needs: mergePatients },
  { label: 'Likely duplicates', to: '/patients/duplicates', needs: listDuplicates },
  { label: 'Past merges of patients', to: '/patients/merges', needs: listMerges },
  { label: 'Receive stock', to: '/inventory/receive', needs: receiveStock },
  { label: 'Adjust or count stock', to: '/inventory/adjust', needs: adjustStock },
  { label: 'Find, quarantine or recall a lot', to: '/inventory/lots', needs: listLots },
  { label: 'Movements of stock', to: '/inventory/movements', needs: listMovements },
  { label: 'Transfer stock', to: '/inventory/transfer', needs: transferStock },
  { label: 'Stock value', to: '/inventory/valuation', needs: listValuation },
  { label: 'Cost of stock used', to: '/inventory/used', needs: listStockUsed },
  { label: 'New item', to: '/inventory', dialog: 'new', needs: createItem },
  { label: 'New invoice', to: '/billing/new', needs: createInvoice },
  { label: 'Credit notes', to: '/billing/credit-notes', needs: listCreditNotes },
  { label: 'Payments, refunds and reversals', to: '/billing/payments', needs: listPayments },
  { label: 'Change your password', to: '/settings/account', dialog: 'password', needs: changePassword },
  { label: 'Change your name', to: '/settings/account', dialog: 'name', needs: updateAccount },
  { label: 'Change your email address', to: '/settings/account', dialog: 'email', needs: requestEmailChange },
  { label: 'New API key', to: '/settings/api-keys', dialog: 'new', needs: createApiKey },
  { label: 'Whose token is this?', to: '/settings/api-keys', dialog: 'tokens', needs: identifyApiKeys },
  { label: 'Everyone’s API keys', to: '/settings/api-keys/everyone', needs: listEveryonesApiKeys },
  { label: 'Back up now', to: '/settings/backups', needs: createBackup },
  { label: 'Invite someone', to: '/settings/members', dialog: 'invite', needs: createInvitation },
  { label: 'New service user', to: '/settings/members', dialog: 'service', needs: createUser },
]
