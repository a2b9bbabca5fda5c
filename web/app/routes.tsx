import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import type * as api from '#contract'
import { loadCode } from '../connection.ts'
import type { DaysShown } from '../features/api-keys/key/days-shown.ts'
import type { Sides } from '../features/patients/sides.ts'
import SignInPage from '../features/sessions/sign-in-page.tsx'
import type { Comparison } from '../features/trackers/comparison/address.ts'
import type { Narrowing } from '../features/trackers/results/days.ts'
import type { FiltersOf, Place } from '../list-address.ts'
import type { ListInProject } from './address-in-project.ts'
import { requireMissingTwoFactor, requireNoSession, requireSession, requireSetup } from './guards.ts'
import { Root } from './root.tsx'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Root })

type Query = Record<string, unknown>
/** Loads the code of a page, when it is opened or about to be. */
type Load = () => Promise<{ default: RouteComponent }>

const codeOf = (load: Load) => lazyRouteComponent(() => loadCode(load))

/** The query of a page that has none. */
const noQuery = () => ({})
/** Types the query of a page, which leaves out what the contract refuses. */
const query = <Search,>(given: Query) => given as Search
/** The query of a list: its filters and its place. */
type List<O extends api.Operation> = FiltersOf<O> & Place

/** Returns a function that creates pages below a route, for users with some access. */
const pagesIn =
  <Parent extends AnyRoute>(parent: Parent, needs: api.Needs = {}) =>
  <Path extends string, Search>(path: Path, search: (query: Query) => Search, load: Load) =>
    createRoute({
      path,
      getParentRoute: () => parent,
      validateSearch: search,
      component: codeOf(load),
      staticData: { needs },
    })

/** A page that needs no session. */
const outside = pagesIn(root)

/** The parent of every page that needs a session. */
const shell = createRoute({
  id: 'shell',
  getParentRoute: () => root,
  beforeLoad: requireSession,
  component: codeOf(() => import('./shell.tsx')),
})

/** A page that needs a session. */
const inShell = pagesIn(shell)
/** Pages that need a session and some access: of reading, or of changing something. */
const inInsights = pagesIn(shell, { insights: 'view' })
const inInsightsEdit = pagesIn(shell, { insights: 'edit' })
const inPatients = pagesIn(shell, { patients: 'view' })
const inInventory = pagesIn(shell, { inventory: 'view' })
const inInventoryEdit = pagesIn(shell, { inventory: 'edit' })
const inBilling = pagesIn(shell, { billing: 'view' })
const inBillingEdit = pagesIn(shell, { billing: 'edit' })
/** An invoice is for a patient, who is searched for. */
const ofNewInvoices = pagesIn(shell, { billing: 'edit', patients: 'view' })
const ofStatements = pagesIn(shell, { billing: 'view', patients: 'view' })
const ofRecalls = pagesIn(shell, { inventory: 'view', patients: 'view' })

const project = inInsights(
  '/projects/$projectId',
  query<Place>,
  () => import('../features/projects/project-page.tsx'),
)

/** A tab of a project, or a page within one. */
const inProject = pagesIn(project)
const inProjectEdit = pagesIn(project, { insights: 'edit' })

/** The former address of a record that now has its page in its project. */
const moved = (path: string, to: ListInProject) =>
  createRoute({
    path,
    getParentRoute: () => shell,
    beforeLoad: async ({ context, params, location }) => {
      const { addressInProject } = await loadCode(() => import('./address-in-project.ts'))
      throw redirect({ href: await addressInProject(context.queries, to, params, location), replace: true })
    },
  })

// The lists are constants of their own: inside of `addChildren` their types would be lost.

const outsidePages = [
  createRoute({
    path: '/sign-in',
    getParentRoute: () => root,
    validateSearch: query<{ returnTo?: string }>,
    beforeLoad: requireNoSession,
    component: SignInPage,
  }),
  createRoute({
    path: '/setup',
    getParentRoute: () => root,
    beforeLoad: requireSetup,
    component: codeOf(() => import('../features/sessions/set-up-page.tsx')),
  }),
  createRoute({
    path: '/set-up-two-factor',
    getParentRoute: () => root,
    beforeLoad: requireMissingTwoFactor,
    component: codeOf(() => import('../features/account/required-two-factor-page.tsx')),
  }),
  outside('/sign-in/callback', noQuery, () => import('../features/sessions/callback-page.tsx')),
  outside('/forgot-password', noQuery, () => import('../features/sessions/forgot-password-page.tsx')),
  outside('/reset-password/$token', noQuery, () => import('../features/sessions/reset-password-page.tsx')),
  outside('/confirm-email/$token', noQuery, () => import('../features/sessions/confirm-email-page.tsx')),
  outside('/invitations/$token', noQuery, () => import('../features/sessions/invitation-page.tsx')),
] as const

const projectPages = [
  createRoute({
    path: '/',
    getParentRoute: () => project,
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/projects/$projectId/sources', params, replace: true })
    },
  }),
  inProject(
    '/sources',
    query<List<typeof api.listSources>>,
    () => import('../features/sources/list/sources-page.tsx'),
  ),
  inProject(
    '/search',
    query<List<typeof api.searchProject>>,
    () => import('../features/sources/search/search-page.tsx'),
  ),
  inProject(
    '/trackers',
    query<List<typeof api.listTrackers>>,
    () => import('../features/trackers/trackers-page.tsx'),
  ),
  inProjectEdit('/trackers/new', noQuery, () =>
    import('../features/trackers/form/tracker-form-pages.tsx').then(({ NewTrackerPage }) => ({
      default: NewTrackerPage,
    })),
  ),
  inProject(
    '/trackers/compare',
    query<Comparison>,
    () => import('../features/trackers/comparison/comparison-page.tsx'),
  ),
  inProject('/skills', query<Place>, () => import('../features/skills/project-skills-page.tsx')),
] as const

const shellPages = [
  inShell('/', noQuery, () => import('../features/home/home-page.tsx')),
  inInsights(
    '/projects',
    query<List<typeof api.listProjects>>,
    () => import('../features/projects/projects-page.tsx'),
  ),
  // These are not in the frame of the project: each has a heading of its own, and leads back to its list.
  inInsights(
    '/projects/$projectId/trackers/$trackerId',
    query<Narrowing>,
    () => import('../features/trackers/tracker-page.tsx'),
  ),
  inInsightsEdit('/projects/$projectId/trackers/$trackerId/edit', noQuery, () =>
    import('../features/trackers/form/tracker-form-pages.tsx').then(({ EditTrackerPage }) => ({
      default: EditTrackerPage,
    })),
  ),
  inInsights('/skills', query<Place>, () => import('../features/skills/skills-page.tsx')),
  inInsights(
    '/projects/$projectId/runs/$runId',
    noQuery,
    () => import('../features/skills/run-page/run-page.tsx'),
  ),
  inInsights(
    '/projects/$projectId/sources/$sourceId',
    query<{ at?: string; dialog?: string }>,
    () => import('../features/sources/source/source-page.tsx'),
  ),
  moved('/trackers/$trackerId', 'trackers'),
  moved('/trackers/$trackerId/edit', 'trackers'),
  moved('/skill-runs/$runId', 'runs'),
  moved('/sources/$sourceId', 'sources'),
  inPatients(
    '/patients',
    query<List<typeof api.listPatients>>,
    () => import('../features/patients/list/patients-page.tsx'),
  ),
  inPatients(
    '/patients/$patientId',
    query<Place>,
    () => import('../features/patient-record/patient-page.tsx'),
  ),
  ofStatements(
    '/patients/$patientId/statement',
    query<List<typeof api.getStatement>>,
    () => import('../features/billing/statement/statement-page.tsx'),
  ),
  inPatients(
    '/patients/$patientId/privacy',
    noQuery,
    () => import('../features/patient-record/privacy-page.tsx'),
  ),
  inPatients('/patients/merge', query<Sides>, () => import('../features/patients/merge/merge-page.tsx')),
  inPatients(
    '/patients/merges',
    query<List<typeof api.listMerges>>,
    () => import('../features/patients/merges/merges-page.tsx'),
  ),
  inPatients(
    '/patients/merges/$mergeId',
    noQuery,
    () => import('../features/patients/merges/merge-record-page.tsx'),
  ),
  inPatients(
    '/patients/duplicates',
    query<Place>,
    () => import('../features/patients/duplicates/duplicates-page.tsx'),
  ),
  inInventory(
    '/inventory',
    query<List<typeof api.listLevels>>,
    () => import('../features/inventory/levels/inventory-page.tsx'),
  ),
  inInventory(
    '/inventory/items/$itemId',
    query<Place>,
    () => import('../features/inventory/item/item-page.tsx'),
  ),
  inInventory(
    '/inventory/lots',
    query<List<typeof api.listLots>>,
    () => import('../features/inventory/lots/lots-page.tsx'),
  ),
  ofRecalls('/inventory/lots/$lotId', query<Place>, () => import('../features/inventory/lots/lot-page.tsx')),
  inInventory(
    '/inventory/movements',
    query<List<typeof api.listMovements>>,
    () => import('../features/inventory/movements/movements-page.tsx'),
  ),
  inInventoryEdit(
    '/inventory/receive',
    query<{ itemId?: string }>,
    () => import('../features/inventory/receive/receive-page.tsx'),
  ),
  inInventoryEdit(
    '/inventory/transfer',
    noQuery,
    () => import('../features/inventory/transfer/transfer-page.tsx'),
  ),
  inInventory(
    '/inventory/valuation',
    query<List<typeof api.listValuation>>,
    () => import('../features/inventory/value/valuation-page.tsx'),
  ),
  inInventory(
    '/inventory/used',
    query<List<typeof api.listStockUsed>>,
    () => import('../features/inventory/value/stock-used-page.tsx'),
  ),
  inInventoryEdit(
    '/inventory/adjust',
    query<{ mode?: 'count'; itemId?: string; lot?: string }>,
    () => import('../features/inventory/adjust/adjust-page.tsx'),
  ),
  inInventory(
    '/inventory/documents/$documentId',
    query<Place>,
    () => import('../features/inventory/document/document-page.tsx'),
  ),
  inBilling(
    '/billing',
    query<List<typeof api.listInvoices>>,
    () => import('../features/billing/list/invoices-page.tsx'),
  ),
  ofNewInvoices('/billing/new', query<{ patient?: string }>, () =>
    import('../features/billing/editor/editor-pages.tsx').then(({ NewInvoicePage }) => ({
      default: NewInvoicePage,
    })),
  ),
  inBilling(
    '/billing/payments',
    query<List<typeof api.listPayments>>,
    () => import('../features/billing/payments/payments-page.tsx'),
  ),
  inBilling(
    '/billing/credit-notes',
    query<List<typeof api.listCreditNotes>>,
    () => import('../features/billing/credit-notes/credit-notes-page.tsx'),
  ),
  inBilling(
    '/billing/credit-notes/$creditNoteId',
    query<Place>,
    () => import('../features/billing/credit-notes/credit-note-page.tsx'),
  ),
  inBilling(
    '/billing/$invoiceId',
    query<Place>,
    () => import('../features/billing/invoice/invoice-page.tsx'),
  ),
  inBillingEdit('/billing/$invoiceId/edit', noQuery, () =>
    import('../features/billing/editor/editor-pages.tsx').then(({ EditInvoicePage }) => ({
      default: EditInvoicePage,
    })),
  ),
  inShell('/settings/account', query<Place>, () => import('../features/account/page.tsx')),
  inShell(
    '/settings/api-keys',
    query<List<typeof api.listApiKeys>>,
    () => import('../features/api-keys/page.tsx'),
  ),
  inShell(
    '/settings/api-keys/everyone',
    query<List<typeof api.listEveryonesApiKeys>>,
    () => import('../features/api-keys/everyones-page.tsx'),
  ),
  inShell(
    '/settings/api-keys/$keyId',
    query<Place & DaysShown>,
    () => import('../features/api-keys/key/key-page.tsx'),
  ),
  inShell('/settings/members', query<List<typeof api.listUsers>>, () => import('../features/users/page.tsx')),
  inShell(
    '/settings/audit-log',
    query<List<typeof api.listAuditLog>>,
    () => import('../features/audit-log/page.tsx'),
  ),
  inShell(
    '/settings/access-log',
    query<List<typeof api.listAccessLog>>,
    () => import('../features/access-log/page.tsx'),
  ),
  inShell('/settings/backups', query<Place>, () => import('../features/backups/page.tsx')),
  inShell('/settings/imports', query<Place>, () => import('../features/imports/imports-page.tsx')),
  inShell('/settings/imports/new', query<Place>, () => import('../features/imports/new-import-page.tsx')),
  inShell('/settings/imports/$importId', query<Place>, () => import('../features/imports/import-page.tsx')),
  inShell('/settings/security', query<Place>, () => import('../features/settings/security-page.tsx')),
  inShell('/settings/organisation', query<Place>, () => import('../features/settings/page.tsx')),
] as const

export const routeTree = root.addChildren([
  ...outsidePages,
  shell.addChildren([...shellPages, project.addChildren(projectPages)]),
])
