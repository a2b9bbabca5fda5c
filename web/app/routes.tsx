import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent as lazy,
  redirect,
} from '@tanstack/react-router'
import {
  listApiKeys,
  listAuditLog,
  listEveryonesApiKeys,
  listInvoices,
  listLevels,
  listMerges,
  listPatients,
  listProjects,
  listSources,
  listTrackers,
  listUsers,
  searchProject,
} from '#contract'
import { sidesOf } from '../features/patients/sides.ts'
import { readerSearch } from '../features/sources/reader/place.ts'
import { daysIn } from '../features/trackers/use-results.ts'
import { placeOf, searchOf } from '../list.ts'
import { requireNoSession, requireSession, requireSetup } from './guards.ts'
import { Root } from './root.tsx'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Root })
const top = () => root

const signIn = createRoute({
  path: '/sign-in',
  getParentRoute: top,
  validateSearch: ({ returnTo }): { returnTo?: string } => (typeof returnTo === 'string' ? { returnTo } : {}),
  beforeLoad: requireNoSession,
  component: lazy(() => import('../features/sessions/sign-in-page.tsx'), 'SignInPage'),
})

const callback = createRoute({
  path: '/sign-in/callback',
  getParentRoute: top,
  component: lazy(() => import('../features/sessions/callback-page.tsx'), 'CallbackPage'),
})

const forgotPassword = createRoute({
  path: '/forgot-password',
  getParentRoute: top,
  component: lazy(() => import('../features/sessions/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

const resetPassword = createRoute({
  path: '/reset-password/$token',
  getParentRoute: top,
  component: lazy(() => import('../features/sessions/reset-password-page.tsx'), 'ResetPasswordPage'),
})

const setUp = createRoute({
  path: '/setup',
  getParentRoute: top,
  beforeLoad: requireSetup,
  component: lazy(() => import('../features/sessions/set-up-page.tsx'), 'SetUpPage'),
})

const invitation = createRoute({
  path: '/invitations/$token',
  getParentRoute: top,
  component: lazy(() => import('../features/sessions/invitation-page.tsx'), 'InvitationPage'),
})

/** Everything that needs a session stands in the shell. */
const shell = createRoute({
  id: 'shell',
  getParentRoute: top,
  beforeLoad: requireSession,
  component: lazy(() => import('./shell.tsx'), 'Shell'),
})
const inShell = () => shell

const home = createRoute({
  path: '/',
  getParentRoute: inShell,
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true })
  },
})

const projects = createRoute({
  path: '/projects',
  getParentRoute: inShell,
  validateSearch: searchOf(listProjects),
  component: lazy(() => import('../features/projects/projects-page.tsx'), 'ProjectsPage'),
})

const project = createRoute({
  path: '/projects/$projectId',
  getParentRoute: inShell,
  validateSearch: placeOf,
  component: lazy(() => import('../features/projects/project-page.tsx'), 'ProjectPage'),
})
const inProject = () => project

const projectStart = createRoute({
  path: '/',
  getParentRoute: inProject,
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$projectId/sources', params, replace: true })
  },
})

const sources = createRoute({
  path: '/sources',
  getParentRoute: inProject,
  validateSearch: searchOf(listSources),
  component: lazy(() => import('../features/sources/sources-page.tsx'), 'SourcesPage'),
})

const trackers = createRoute({
  path: '/trackers',
  getParentRoute: inProject,
  validateSearch: searchOf(listTrackers),
  component: lazy(() => import('../features/trackers/trackers-page.tsx'), 'TrackersPage'),
})

const newTracker = createRoute({
  path: '/trackers/new',
  getParentRoute: inProject,
  component: lazy(() => import('../features/trackers/new-tracker-page.tsx'), 'NewTrackerPage'),
})

const projectSkills = createRoute({
  path: '/skills',
  getParentRoute: inProject,
  validateSearch: placeOf,
  component: lazy(() => import('../features/skills/project-skills-page.tsx'), 'ProjectSkillsPage'),
})

const projectSearch = createRoute({
  path: '/search',
  getParentRoute: inProject,
  validateSearch: searchOf(searchProject),
  component: lazy(() => import('../features/sources/search-page.tsx'), 'SearchPage'),
})

const tracker = createRoute({
  path: '/trackers/$trackerId',
  getParentRoute: inShell,
  validateSearch: daysIn,
  component: lazy(() => import('../features/trackers/tracker-page.tsx'), 'TrackerPage'),
})

const editTracker = createRoute({
  path: '/trackers/$trackerId/edit',
  getParentRoute: inShell,
  component: lazy(() => import('../features/trackers/edit-tracker-page.tsx'), 'EditTrackerPage'),
})

const skills = createRoute({
  path: '/skills',
  getParentRoute: inShell,
  validateSearch: placeOf,
  component: lazy(() => import('../features/skills/skills-page.tsx'), 'SkillsPage'),
})

const run = createRoute({
  path: '/skill-runs/$runId',
  getParentRoute: inShell,
  component: lazy(() => import('../features/skills/run-page.tsx'), 'RunPage'),
})

const source = createRoute({
  path: '/sources/$sourceId',
  getParentRoute: inShell,
  validateSearch: readerSearch,
  component: lazy(() => import('../features/sources/source-page.tsx'), 'SourcePage'),
})

const invoices = createRoute({
  path: '/billing',
  getParentRoute: inShell,
  validateSearch: searchOf(listInvoices),
  component: lazy(() => import('../features/billing/invoices-page.tsx'), 'InvoicesPage'),
})

const newInvoice = createRoute({
  path: '/billing/new',
  getParentRoute: inShell,
  validateSearch: ({ patient }): { patient?: string } => (typeof patient === 'string' ? { patient } : {}),
  component: lazy(() => import('../features/billing/new-invoice-page.tsx'), 'NewInvoicePage'),
})

const invoice = createRoute({
  path: '/billing/$invoiceId',
  getParentRoute: inShell,
  validateSearch: placeOf,
  component: lazy(() => import('../features/billing/invoice-page.tsx'), 'InvoicePage'),
})

const editInvoice = createRoute({
  path: '/billing/$invoiceId/edit',
  getParentRoute: inShell,
  component: lazy(() => import('../features/billing/edit-invoice-page.tsx'), 'EditInvoicePage'),
})

const patients = createRoute({
  path: '/patients',
  getParentRoute: inShell,
  validateSearch: searchOf(listPatients),
  component: lazy(() => import('../features/patients/patients-page.tsx'), 'PatientsPage'),
})

const patient = createRoute({
  path: '/patients/$patientId',
  getParentRoute: inShell,
  validateSearch: placeOf,
  component: lazy(() => import('../features/patients/patient-page.tsx'), 'PatientPage'),
})

const mergePatients = createRoute({
  path: '/patients/merge',
  getParentRoute: inShell,
  validateSearch: sidesOf,
  component: lazy(() => import('../features/patients/merge-page.tsx'), 'MergePage'),
})

const merges = createRoute({
  path: '/patients/merges',
  getParentRoute: inShell,
  validateSearch: searchOf(listMerges),
  component: lazy(() => import('../features/patients/merges-page.tsx'), 'MergesPage'),
})

const merge = createRoute({
  path: '/patients/merges/$mergeId',
  getParentRoute: inShell,
  component: lazy(() => import('../features/patients/merge-record-page.tsx'), 'MergeRecordPage'),
})

const duplicates = createRoute({
  path: '/patients/duplicates',
  getParentRoute: inShell,
  validateSearch: placeOf,
  component: lazy(() => import('../features/patients/duplicates-page.tsx'), 'DuplicatesPage'),
})

const inventory = createRoute({
  path: '/inventory',
  getParentRoute: inShell,
  validateSearch: searchOf(listLevels),
  component: lazy(() => import('../features/inventory/inventory-page.tsx'), 'InventoryPage'),
})

const item = createRoute({
  path: '/inventory/items/$itemId',
  getParentRoute: inShell,
  validateSearch: placeOf,
  component: lazy(() => import('../features/inventory/item-page.tsx'), 'ItemPage'),
})

const receiveStock = createRoute({
  path: '/inventory/receive',
  getParentRoute: inShell,
  component: lazy(() => import('../features/inventory/receive-page.tsx'), 'ReceivePage'),
})

const adjustStock = createRoute({
  path: '/inventory/adjust',
  getParentRoute: inShell,
  validateSearch: ({ mode }): { mode?: 'count' } => (mode === 'count' ? { mode } : {}),
  component: lazy(() => import('../features/inventory/adjust-page.tsx'), 'AdjustPage'),
})

const stockDocument = createRoute({
  path: '/inventory/documents/$documentId',
  getParentRoute: inShell,
  validateSearch: placeOf,
  component: lazy(() => import('../features/inventory/document-page.tsx'), 'DocumentPage'),
})

const account = createRoute({
  path: '/settings/account',
  getParentRoute: inShell,
  validateSearch: placeOf,
  component: lazy(() => import('../features/account/page.tsx'), 'AccountPage'),
})

const apiKeys = createRoute({
  path: '/settings/api-keys',
  getParentRoute: inShell,
  validateSearch: searchOf(listApiKeys),
  component: lazy(() => import('../features/api-keys/page.tsx'), 'ApiKeysPage'),
})

const everyonesKeys = createRoute({
  path: '/settings/api-keys/everyone',
  getParentRoute: inShell,
  validateSearch: searchOf(listEveryonesApiKeys),
  component: lazy(() => import('../features/api-keys/everyones-page.tsx'), 'EveryonesKeysPage'),
})

const members = createRoute({
  path: '/settings/members',
  getParentRoute: inShell,
  validateSearch: searchOf(listUsers),
  component: lazy(() => import('../features/users/page.tsx'), 'MembersPage'),
})

const auditLog = createRoute({
  path: '/settings/audit-log',
  getParentRoute: inShell,
  validateSearch: searchOf(listAuditLog),
  component: lazy(() => import('../features/audit-log/page.tsx'), 'AuditLogPage'),
})

const organisation = createRoute({
  path: '/settings/organisation',
  getParentRoute: inShell,
  validateSearch: placeOf,
  component: lazy(() => import('../features/settings/page.tsx'), 'OrganisationPage'),
})

export const routeTree = root.addChildren([
  signIn,
  callback,
  forgotPassword,
  resetPassword,
  setUp,
  invitation,
  shell.addChildren([
    home,
    projects,
    project.addChildren([projectStart, sources, projectSearch, trackers, newTracker, projectSkills]),
    tracker,
    editTracker,
    skills,
    run,
    source,
    patients,
    patient,
    mergePatients,
    merges,
    merge,
    duplicates,
    inventory,
    item,
    receiveStock,
    adjustStock,
    stockDocument,
    invoices,
    newInvoice,
    invoice,
    editInvoice,
    account,
    apiKeys,
    everyonesKeys,
    members,
    auditLog,
    organisation,
  ]),
])
