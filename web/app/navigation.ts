import {
  IconBuilding,
  IconFolders,
  IconHistory,
  IconKey,
  IconPackages,
  IconReceipt2,
  IconSparkles,
  IconUserCircle,
  IconUserHeart,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import {
  adjustStock,
  changePassword,
  createApiKey,
  createInvitation,
  createInvoice,
  createItem,
  createPatient,
  createProject,
  createSkill,
  getAccount,
  listApiKeys,
  listAuditLog,
  listDuplicates,
  listEveryonesApiKeys,
  listInvoices,
  listLevels,
  listMerges,
  listPatients,
  listProjects,
  listSkills,
  listUsers,
  mergePatients,
  type Operation,
  receiveStock,
  updateSettings,
} from '#contract'

export interface Entry {
  label: string
  to:
    | '/projects'
    | '/skills'
    | '/patients'
    | '/patients/duplicates'
    | '/patients/merge'
    | '/patients/merges'
    | '/inventory'
    | '/inventory/receive'
    | '/inventory/adjust'
    | '/billing'
    | '/billing/new'
    | '/settings/account'
    | '/settings/api-keys'
    | '/settings/api-keys/everyone'
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
      {
        label: 'Skills',
        to: '/skills',
        icon: IconSparkles,
        needs: listSkills,
        keywords: ['summarize', 'themes', 'sentiment', 'model', 'SKILL.md'],
      },
    ],
  },
  {
    group: 'Clinic',
    entries: [
      {
        label: 'Patients',
        to: '/patients',
        icon: IconUserHeart,
        needs: listPatients,
        keywords: ['people', 'search', 'records', 'duplicates', 'merges'],
      },
      {
        label: 'Inventory',
        to: '/inventory',
        icon: IconPackages,
        needs: listLevels,
        keywords: ['stock', 'items', 'lots', 'expiry', 'pharmacy'],
      },
      {
        label: 'Billing',
        to: '/billing',
        icon: IconReceipt2,
        needs: listInvoices,
        keywords: ['invoices', 'payments', 'credit notes', 'money', 'drafts', 'overdue'],
      },
    ],
  },
  {
    group: 'Settings',
    entries: [
      {
        label: 'Your account',
        to: '/settings/account',
        icon: IconUserCircle,
        needs: getAccount,
        keywords: ['password', 'two-factor', 'second step', 'sessions', 'sign out', 'profile', 'security'],
      },
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
        keywords: ['settings', 'name', 'time zone', 'letterhead', 'tax rates', 'currency', 'series'],
      },
    ],
  },
]

/** The main actions: each is a page, or a dialog of one. */
export const commands: { label: string; to: Entry['to']; dialog?: string; needs: Operation }[] = [
  { label: 'New project', to: '/projects', dialog: 'new', needs: createProject },
  { label: 'Add skill', to: '/skills', dialog: 'new', needs: createSkill },
  { label: 'New patient', to: '/patients', dialog: 'new', needs: createPatient },
  { label: 'Merge two patient records', to: '/patients/merge', needs: mergePatients },
  { label: 'Likely duplicates', to: '/patients/duplicates', needs: listDuplicates },
  { label: 'Past merges of patients', to: '/patients/merges', needs: listMerges },
  { label: 'Receive stock', to: '/inventory/receive', needs: receiveStock },
  { label: 'Adjust or count stock', to: '/inventory/adjust', needs: adjustStock },
  { label: 'New item', to: '/inventory', dialog: 'new', needs: createItem },
  { label: 'New invoice', to: '/billing/new', needs: createInvoice },
  { label: 'Change your password', to: '/settings/account', dialog: 'password', needs: changePassword },
  { label: 'New API key', to: '/settings/api-keys', dialog: 'new', needs: createApiKey },
  { label: 'Everyone’s API keys', to: '/settings/api-keys/everyone', needs: listEveryonesApiKeys },
  { label: 'Invite someone', to: '/settings/members', dialog: 'invite', needs: createInvitation },
]
