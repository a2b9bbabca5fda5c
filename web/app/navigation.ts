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
import { type Operation, roles, type Settings } from '#contract'

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
  /** The roles that may open it: those that its list or form allows, without loading these. */
  needs: Permission
}

export type Permission = Pick<Operation, 'allow'>
const everybody: Permission = { allow: roles }
const administrators: Permission = { allow: ['owner', 'admin'] }

/** The pages of the left navigation and the command palette. */
const groups: { group: string; half?: Settings['uses']; entries: Entry[] }[] = [
  {
    group: '',
    entries: [page('Home', '/', IconHome, everybody)],
  },
  {
    group: 'Insights',
    half: 'insights',
    entries: [
      page('Projects', '/projects', IconFolders, everybody),
      page('Skills', '/skills', IconSparkles, everybody),
    ],
  },
  {
    group: 'Clinic',
    half: 'clinic',
    entries: [
      page('Patients', '/patients', IconUserHeart, everybody),
      page('Inventory', '/inventory', IconPackages, everybody),
      page('Billing', '/billing', IconReceipt2, everybody),
    ],
  },
  {
    group: 'Settings',
    entries: [
      page('Your account', '/settings/account', IconUserCircle, everybody),
      page('API keys', '/settings/api-keys', IconKey, everybody),
      page('Members', '/settings/members', IconUsers, everybody),
      page('Backups', '/settings/backups', IconDatabaseExport, administrators),
      page('Import and export', '/settings/imports', IconFileImport, administrators),
      page('Audit log', '/settings/audit-log', IconHistory, administrators),
      page('Access log', '/settings/access-log', IconEye, administrators),
      page('Security', '/settings/security', IconShieldLock, administrators),
      page('Organisation', '/settings/organisation', IconBuilding, administrators),
    ],
  },
]

/** Returns the pages in groups, without those of a half that the organisation does not use or the role does not allow. */
export const navigationFor = (uses: Settings['uses'] | undefined, may: (needed: Permission) => boolean) =>
  groups
    .filter(({ half }) => !half || !uses || uses === 'both' || half === uses)
    .map(({ group, entries }) => ({ group, entries: entries.filter(({ needs }) => may(needs)) }))
    .filter(({ entries }) => entries.length > 0)

function page(label: string, to: PlainPath, icon: TablerIcon, needs: Permission): Entry {
  return { label, to, icon, needs }
}
