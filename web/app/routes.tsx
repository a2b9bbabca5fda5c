import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
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
import { daysIn } from '../features/trackers/results/days.ts'
import { placeOf, searchOf } from '../list.ts'
import { requireNoSession, requireSession, requireSetup } from './guards.ts'
import { Root } from './root.tsx'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Root })

type Query = Record<string, unknown>
type Load = () => Promise<RouteComponent>

/** A page whose code loads when it is opened or about to be. */
const lazy = (load: Load) => lazyRouteComponent(async () => ({ default: await load() }))

/** Reads the address of a page that has no query. */
const noSearch = () => ({})

/** A page that needs no session. */
const outside = <Path extends string, Search>(path: Path, search: (query: Query) => Search, load: Load) =>
  createRoute({ path, getParentRoute: () => root, validateSearch: search, component: lazy(load) })

/** The parent of every page that needs a session. */
const shell = createRoute({
  id: 'shell',
  getParentRoute: () => root,
  beforeLoad: requireSession,
  component: lazy(() => import('./shell.tsx').then((file) => file.Shell)),
})

/** A page that needs a session. */
const inShell = <Path extends string, Search>(path: Path, search: (query: Query) => Search, load: Load) =>
  createRoute({ path, getParentRoute: () => shell, validateSearch: search, component: lazy(load) })

const project = inShell('/projects/$projectId', placeOf, () =>
  import('../features/projects/project-page.tsx').then((file) => file.ProjectPage),
)

/** A tab of a project, or a page within one. */
const inProject = <Path extends string, Search>(path: Path, search: (query: Query) => Search, load: Load) =>
  createRoute({ path, getParentRoute: () => project, validateSearch: search, component: lazy(load) })

/** The value of a query's parameter, if it is there. */
const textIn = <Name extends string>(query: Query, name: Name): { [Key in Name]?: string } =>
  (typeof query[name] === 'string' ? { [name]: query[name] } : {}) as { [Key in Name]?: string }

// The lists are constants of their own: inside of `addChildren` their types would be lost.

const outsidePages = [
  createRoute({
    path: '/sign-in',
    getParentRoute: () => root,
    validateSearch: (query: Query) => textIn(query, 'returnTo'),
    beforeLoad: requireNoSession,
    component: lazy(() => import('../features/sessions/sign-in-page.tsx').then((file) => file.SignInPage)),
  }),
  createRoute({
    path: '/setup',
    getParentRoute: () => root,
    beforeLoad: requireSetup,
    component: lazy(() => import('../features/sessions/set-up-page.tsx').then((file) => file.SetUpPage)),
  }),
  outside('/sign-in/callback', noSearch, () =>
    import('../features/sessions/callback-page.tsx').then((file) => file.CallbackPage),
  ),
  outside('/forgot-password', noSearch, () =>
    import('../features/sessions/forgot-password-page.tsx').then((file) => file.ForgotPasswordPage),
  ),
  outside('/reset-password/$token', noSearch, () =>
    import('../features/sessions/reset-password-page.tsx').then((file) => file.ResetPasswordPage),
  ),
  outside('/invitations/$token', noSearch, () =>
    import('../features/sessions/invitation-page.tsx').then((file) => file.InvitationPage),
  ),
] as const

const projectPages = [
  createRoute({
    path: '/',
    getParentRoute: () => project,
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/projects/$projectId/sources', params, replace: true })
    },
  }),
  inProject('/sources', searchOf(listSources), () =>
    import('../features/sources/list/sources-page.tsx').then((file) => file.SourcesPage),
  ),
  inProject('/search', searchOf(searchProject), () =>
    import('../features/sources/search/search-page.tsx').then((file) => file.SearchPage),
  ),
  inProject('/trackers', searchOf(listTrackers), () =>
    import('../features/trackers/trackers-page.tsx').then((file) => file.TrackersPage),
  ),
  inProject('/trackers/new', noSearch, () =>
    import('../features/trackers/form/tracker-form-pages.tsx').then((file) => file.NewTrackerPage),
  ),
  inProject('/skills', placeOf, () =>
    import('../features/skills/project-skills-page.tsx').then((file) => file.ProjectSkillsPage),
  ),
] as const

const shellPages = [
  createRoute({
    path: '/',
    getParentRoute: () => shell,
    beforeLoad: () => {
      throw redirect({ to: '/projects', replace: true })
    },
  }),
  inShell('/projects', searchOf(listProjects), () =>
    import('../features/projects/projects-page.tsx').then((file) => file.ProjectsPage),
  ),
  inShell('/trackers/$trackerId', daysIn, () =>
    import('../features/trackers/tracker-page.tsx').then((file) => file.TrackerPage),
  ),
  inShell('/trackers/$trackerId/edit', noSearch, () =>
    import('../features/trackers/form/tracker-form-pages.tsx').then((file) => file.EditTrackerPage),
  ),
  inShell('/skills', placeOf, () =>
    import('../features/skills/skills-page.tsx').then((file) => file.SkillsPage),
  ),
  inShell('/skill-runs/$runId', noSearch, () =>
    import('../features/skills/run-page/run-page.tsx').then((file) => file.RunPage),
  ),
  inShell('/sources/$sourceId', readerSearch, () =>
    import('../features/sources/source/source-page.tsx').then((file) => file.SourcePage),
  ),
  inShell('/patients', searchOf(listPatients), () =>
    import('../features/patients/list/patients-page.tsx').then((file) => file.PatientsPage),
  ),
  inShell('/patients/$patientId', placeOf, () =>
    import('../features/patients/record/patient-page.tsx').then((file) => file.PatientPage),
  ),
  inShell('/patients/merge', sidesOf, () =>
    import('../features/patients/merge/merge-page.tsx').then((file) => file.MergePage),
  ),
  inShell('/patients/merges', searchOf(listMerges), () =>
    import('../features/patients/merges/merges-page.tsx').then((file) => file.MergesPage),
  ),
  inShell('/patients/merges/$mergeId', noSearch, () =>
    import('../features/patients/merges/merge-record-page.tsx').then((file) => file.MergeRecordPage),
  ),
  inShell('/patients/duplicates', placeOf, () =>
    import('../features/patients/duplicates/duplicates-page.tsx').then((file) => file.DuplicatesPage),
  ),
  inShell('/inventory', searchOf(listLevels), () =>
    import('../features/inventory/levels/inventory-page.tsx').then((file) => file.InventoryPage),
  ),
  inShell('/inventory/items/$itemId', placeOf, () =>
    import('../features/inventory/item/item-page.tsx').then((file) => file.ItemPage),
  ),
  inShell('/inventory/receive', noSearch, () =>
    import('../features/inventory/receive/receive-page.tsx').then((file) => file.ReceivePage),
  ),
  inShell(
    '/inventory/adjust',
    ({ mode }): { mode?: 'count' } => (mode === 'count' ? { mode } : {}),
    () => import('../features/inventory/adjust/adjust-page.tsx').then((file) => file.AdjustPage),
  ),
  inShell('/inventory/documents/$documentId', placeOf, () =>
    import('../features/inventory/document/document-page.tsx').then((file) => file.DocumentPage),
  ),
  inShell('/billing', searchOf(listInvoices), () =>
    import('../features/billing/list/invoices-page.tsx').then((file) => file.InvoicesPage),
  ),
  inShell(
    '/billing/new',
    (query) => textIn(query, 'patient'),
    () => import('../features/billing/editor/editor-pages.tsx').then((file) => file.NewInvoicePage),
  ),
  inShell('/billing/$invoiceId', placeOf, () =>
    import('../features/billing/invoice/invoice-page.tsx').then((file) => file.InvoicePage),
  ),
  inShell('/billing/$invoiceId/edit', noSearch, () =>
    import('../features/billing/editor/editor-pages.tsx').then((file) => file.EditInvoicePage),
  ),
  inShell('/settings/account', placeOf, () =>
    import('../features/account/page.tsx').then((file) => file.AccountPage),
  ),
  inShell('/settings/api-keys', searchOf(listApiKeys), () =>
    import('../features/api-keys/page.tsx').then((file) => file.ApiKeysPage),
  ),
  inShell('/settings/api-keys/everyone', searchOf(listEveryonesApiKeys), () =>
    import('../features/api-keys/everyones-page.tsx').then((file) => file.EveryonesKeysPage),
  ),
  inShell('/settings/members', searchOf(listUsers), () =>
    import('../features/users/page.tsx').then((file) => file.MembersPage),
  ),
  inShell('/settings/audit-log', searchOf(listAuditLog), () =>
    import('../features/audit-log/page.tsx').then((file) => file.AuditLogPage),
  ),
  inShell('/settings/organisation', placeOf, () =>
    import('../features/settings/page.tsx').then((file) => file.OrganisationPage),
  ),
] as const

export const routeTree = root.addChildren([
  ...outsidePages,
  shell.addChildren([...shellPages, project.addChildren(projectPages)]),
])
