import {
  IconBuilding,
  IconDatabaseExport,
  IconEye,
  IconFileImport,
  IconFolders,
  IconHistory,
  IconHome,
  IconKey,
  IconPackages,
  IconReceipt2,
  IconShieldLock,
  IconSparkles,
  IconUserCircle,
  IconUserHeart,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { RegisteredRouter } from '@tanstack/react-router'
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
  getAccount,
  getHome,
  identifyApiKeys,
  listAccessLog,
  listApiKeys,
  listAuditLog,
  listBackups,
  listCreditNotes,
  listDuplicates,
  listEveryonesApiKeys,
  listImports,
  listInvoices,
  listLevels,
  listLots,
  listMerges,
  listMovements,
  listPatients,
  listPayments,
  listProjects,
  listSkills,
  listStockUsed,
  listUsers,
  listValuation,
  mergePatients,
  type Operation,
  receiveStock,
  requestEmailChange,
  type Settings,
  transferStock,
  updateAccount,
  updateSecuritySettings,
  updateSettings,
} from '#contract'

/** The address of a page in the shell that needs no parameters. */
type PlainPath =
  | '/'
  | Exclude<
      keyof RegisteredRouter['routesByPath'] &
        `/${'projects' | 'skills' | 'patients' | 'inventory' | 'billing' | 'settings'}${string}`,
      `${string}$${string}`
    >

export interface Entry {
  label: string
  to: PlainPath
  icon: TablerIcon
  /** The operation that the user's role must allow. */
  needs: Operation
  keywords: string
}

/** The pages of the left navigation and the command palette. */
const groups: { group: string; half?: Settings['uses']; entries: Entry[] }[] = [
  {
    group: '',
    entries: [page('Home', '/', IconHome, getHome, 'start, dashboard, overdue, attention')],
  },
  {
    group: 'Insights',
    half: 'insights',
    entries: [
      page('Projects', '/projects', IconFolders, listProjects, 'insights'),
      page('Skills', '/skills', IconSparkles, listSkills, 'summarize, themes, sentiment, model, SKILL.md'),
    ],
  },
  {
    group: 'Clinic',
    half: 'clinic',
    entries: [
      page(
        'Patients',
        '/patients',
        IconUserHeart,
        listPatients,
        'people, search, records, duplicates, merges',
      ),
      page('Inventory', '/inventory', IconPackages, listLevels, 'stock, items, lots, expiry, pharmacy'),
      page(
        'Billing',
        '/billing',
        IconReceipt2,
        listInvoices,
        'invoices, payments, credit notes, money, drafts, overdue',
      ),
    ],
  },
  {
    group: 'Settings',
    entries: [
      page(
        'Your account',
        '/settings/account',
        IconUserCircle,
        getAccount,
        'password, two-factor, 2fa, sessions, sign out, profile, security',
      ),
      page('API keys', '/settings/api-keys', IconKey, listApiKeys, 'token, secret, script, integration'),
      page('Members', '/settings/members', IconUsers, listUsers, 'people, users, team, invite, role'),
      page(
        'Backups',
        '/settings/backups',
        IconDatabaseExport,
        listBackups,
        'restore, disk, disaster, schedule',
      ),
      page('Import and export', '/settings/imports', IconFileImport, listImports, 'csv, migrate, upload'),
      page('Audit log', '/settings/audit-log', IconHistory, listAuditLog, 'history, security, who did'),
      page(
        'Access log',
        '/settings/access-log',
        IconEye,
        listAccessLog,
        'patients, privacy, who read, who opened',
      ),
      page(
        'Security',
        '/settings/security',
        IconShieldLock,
        updateSecuritySettings,
        'settings, key lifetime, two-factor, 2fa, session age, access log',
      ),
      page(
        'Organisation',
        '/settings/organisation',
        IconBuilding,
        updateSettings,
        'settings, name, time zone, letterhead, tax rates, currency, series',
      ),
    ],
  },
]

/** Returns the pages in groups, without those of a half that the organisation does not use or the role does not allow. */
export const navigationFor = (uses: Settings['uses'] | undefined, may: (operation: Operation) => boolean) =>
  groups
    .filter(({ half }) => !half || !uses || uses === 'both' || half === uses)
    .map(({ group, entries }) => ({ group, entries: entries.filter(({ needs }) => may(needs)) }))
    .filter(({ entries }) => entries.length > 0)

function page(
  label: string,
  to: PlainPath,
  icon: TablerIcon,
  needs: Operation,
  /** Other search terms. */
  keywords: string,
): Entry {
  return { label, to, icon, needs, keywords }
}

/** Returns the main actions that the role allows, on the pages of the navigation. */
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
]
