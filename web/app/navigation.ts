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
import { type Area, roles, type Settings } from '#contract'
import type { May, Needed } from '../session.ts'

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
  /** What it needs: the same as its list or form, without loading these. */
  needs: Needed
}

const everybody: Needed = { allow: roles, access: {}, inServiceSession: false }
const administrators: Needed = { ...everybody, allow: ['owner', 'admin'] }
const viewersOf = (area: Area): Needed => ({ ...everybody, access: { [area]: 'view' } })

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
      page('Projects', '/projects', IconFolders, viewersOf('insights')),
      page('Skills', '/skills', IconSparkles, viewersOf('insights')),
    ],
  },
  {
    group: 'Clinic',
    half: 'clinic',
    entries: [
      page('Patients', '/patients', IconUserHeart, viewersOf('patients')),
      page('Inventory', '/inventory', IconPackages, viewersOf('inventory')),
      page('Billing', '/billing', IconReceipt2, viewersOf('billing')),
    ],
  },
  {
    group: 'Settings',
    entries: [
      page('Your account', '/settings/account', IconUserCircle, everybody),
      page('API keys', '/settings/api-keys', IconKey, { ...everybody, inServiceSession: true }),
      page('Users', '/settings/members', IconUsers, everybody),
      page('Backups', '/settings/backups', IconDatabaseExport, administrators),
      page('Import and export', '/settings/imports', IconFileImport, administrators),
      page('Audit log', '/settings/audit-log', IconHistory, administrators),
      page('Access log', '/settings/access-log', IconEye, administrators),
      page('Security', '/settings/security', IconShieldLock, administrators),
      page('Organisation', '/settings/organisation', IconBuilding, administrators),
    ],
  },
]

/** Returns the pages in groups, without those of a half that the organisation does not use or that the user may not open. */
export const navigationFor = (uses: Settings['uses'] | undefined, may: May) =>
  groups
    .filter(({ half }) => !half || !uses || uses === 'both' || half === uses)
    .map(({ group, entries }) => ({ group, entries: entries.filter(({ needs }) => may(needs)) }))
    .filter(({ entries }) => entries.length > 0)

function page(label: string, to: PlainPath, icon: TablerIcon, needs: Needed): Entry {
  return { label, to, icon, needs }
}
