import {
  IconBuilding,
  IconFolders,
  IconHistory,
  IconKey,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import {
  createApiKey,
  createInvitation,
  createProject,
  listApiKeys,
  listAuditLog,
  listProjects,
  listUsers,
  type Operation,
  updateSettings,
} from '#contract'

export interface Entry {
  label: string
  to:
    | '/projects'
    | '/settings/api-keys'
    | '/settings/members'
    | '/settings/audit-log'
    | '/settings/organisation'
  icon: TablerIcon
  /** Who may not do this does not see the entry. */
  needs: Operation
  /** Other words to find it by. */
  keywords: string[]
}

/** The pages of the left navigation and the command palette. */
export const navigation: { group: string; entries: Entry[] }[] = [
  {
    group: 'Insights',
    entries: [
      {
        label: 'Projects',
        to: '/projects',
        icon: IconFolders,
        needs: listProjects,
        keywords: ['insights', 'home'],
      },
    ],
  },
  {
    group: 'Settings',
    entries: [
      {
        label: 'API keys',
        to: '/settings/api-keys',
        icon: IconKey,
        needs: listApiKeys,
        keywords: ['token', 'secret', 'script', 'integration'],
      },
      {
        label: 'Members',
        to: '/settings/members',
        icon: IconUsers,
        needs: listUsers,
        keywords: ['people', 'users', 'team', 'invite', 'role'],
      },
      {
        label: 'Audit log',
        to: '/settings/audit-log',
        icon: IconHistory,
        needs: listAuditLog,
        keywords: ['history', 'security', 'who did'],
      },
      {
        label: 'Organisation',
        to: '/settings/organisation',
        icon: IconBuilding,
        needs: updateSettings,
        keywords: ['settings', 'name', 'time zone'],
      },
    ],
  },
]

/** The main actions: each opens a dialog of a page. */
export const commands: { label: string; to: Entry['to']; dialog: string; needs: Operation }[] = [
  { label: 'New project', to: '/projects', dialog: 'new', needs: createProject },
  { label: 'New API key', to: '/settings/api-keys', dialog: 'new', needs: createApiKey },
  { label: 'Invite someone', to: '/settings/members', dialog: 'invite', needs: createInvitation },
]
