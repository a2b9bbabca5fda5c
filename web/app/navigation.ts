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
  getAccount,
  getHome,
  listAccessLog,
  listApiKeys,
  listAuditLog,
  listBackups,
  listImports,
  listInvoices,
  listLevels,
  listPatients,
  listProjects,
  listSkills,
  listUsers,
  type Operation,
  type Settings,
  updateSecuritySettings,
  updateSettings,
} from '#contract'

/** The address of a page in the shell that needs no parameters. */
export type PlainPath =
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
}

/** The pages of the left navigation and the command palette. */
const groups: { group: string; half?: Settings['uses']; entries: Entry[] }[] = [
  {
    group: '',
    entries: [page('Home', '/', IconHome, getHome)],
  },
  {
    group: 'Insights',
    half: 'insights',
    entries: [
      page('Projects', '/projects', IconFolders, listProjects),
      page('Skills', '/skills', IconSparkles, listSkills),
    ],
  },
  {
    group: 'Clinic',
    half: 'clinic',
    entries: [
      page('Patients', '/patients', IconUserHeart, listPatients),
      page('Inventory', '/inventory', IconPackages, listLevels),
      page('Billing', '/billing', IconReceipt2, listInvoices),
    ],
  },
  {
    group: 'Settings',
    entries: [
      page('Your account', '/settings/account', IconUserCircle, getAccount),
      page('API keys', '/settings/api-keys', IconKey, listApiKeys),
      page('Members', '/settings/members', IconUsers, listUsers),
      page('Backups', '/settings/backups', IconDatabaseExport, listBackups),
      page('Import and export', '/settings/imports', IconFileImport, listImports),
      page('Audit log', '/settings/audit-log', IconHistory, listAuditLog),
      page('Access log', '/settings/access-log', IconEye, listAccessLog),
      page('Security', '/settings/security', IconShieldLock, updateSecuritySettings),
      page('Organisation', '/settings/organisation', IconBuilding, updateSettings),
    ],
  },
]

/** Returns the pages in groups, without those of a half that the organisation does not use or the role does not allow. */
export const navigationFor = (uses: Settings['uses'] | undefined, may: (operation: Operation) => boolean) =>
  groups
    .filter(({ half }) => !half || !uses || uses === 'both' || half === uses)
    .map(({ group, entries }) => ({ group, entries: entries.filter(({ needs }) => may(needs)) }))
    .filter(({ entries }) => entries.length > 0)

function page(label: string, to: PlainPath, icon: TablerIcon, needs: Operation): Entry {
  return { label, to, icon, needs }
}
