import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import {
  getStatement,
  listAccessLog,
  listApiKeys,
  listAuditLog,
  listCreditNotes,
  listEveryonesApiKeys,
  listInvoices,
  listLevels,
  listLots,
  listMerges,
  listMovements,
  listPatients,
  listPayments,
  listProjects,
  listSources,
  listStockUsed,
  listTrackers,
  listUsers,
  listValuation,
  type Operation,
  searchProject,
} from '#contract'
import { loadCode } from '../connection.ts'
import { daysShown } from '../features/api-keys/key/days-shown.ts'
import { sidesOf } from '../features/patients/sides.ts'
import { readerSearch } from '../features/sources/reader/place.ts'
import { comparisonIn } from '../features/trackers/comparison/address.ts'
import { narrowingIn } from '../features/trackers/results/days.ts'
import { placeOf, searchOf } from '../list-address.ts'
import type { ListInProject } from './address-in-project.ts'
import { requireMissingTwoFactor, requireNoSession, requireSession, requireSetup } from './guards.ts'
import { Root } from './root.tsx'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Root })

type Query = Record<string, unknown>
/** Loads the code of a page, when it is opened or about to be. */
type Load = () => Promise<{ default: RouteComponent }>

const codeOf = (load: Load) => lazyRouteComponent(() => loadCode(load))

/** Reads the address of a page that has no query. */
const noSearch = () => ({})

/** Returns a function that creates pages below a route. */
const pagesIn =
  <Parent extends AnyRoute>(parent: Parent) =>
  <Path extends string, Search>(path: Path, search: (query: Query) => Search, load: Load) =>
    createRoute({
      path,
      getParentRoute: () => parent,
      validateSearch: search,
      component: codeOf(load),
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

/** A page of one list, whose filters are in its address. */
const listInShell = <Path extends string, O extends Operation>(path: Path, operation: O, load: Load) =>
  inShell(path, searchOf(operation), load)

const project = inShell(
  '/projects/$projectId',
  placeOf,
  () => import('../features/projects/project-page.tsx'),
)

/** A tab of a project, or a page within one. */
const inProject = pagesIn(project)

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
    component: codeOf(() => import('../features/sessions/sign-in-page.tsx')),
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
  outside('/sign-in/callback', noSearch, () => import('../features/sessions/callback-page.tsx')),
  outside('/forgot-password', noSearch, () => import('../features/sessions/forgot-password-page.tsx')),
  outside('/reset-password/$token', noSearch, () => import('../features/sessions/reset-password-page.tsx')),
  outside('/confirm-email/$token', noSearch, () => import('../features/sessions/confirm-email-page.tsx')),
  outside('/invitations/$token', noSearch, () => import('../features/sessions/invitation-page.tsx')),
] as const

const projectPages = [
  createRoute({
    path: '/',
    getParentRoute: () => project,
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/projects/$projectId/sources', params, replace: true })
    },
  }),
  inProject('/sources', searchOf(listSources), () => import('../features/sources/list/sources-page.tsx')),
  inProject('/search', searchOf(searchProject), () => import('../features/sources/search/search-page.tsx')),
  inProject('/trackers', searchOf(listTrackers), () => import('../features/trackers/trackers-page.tsx')),
  inProject('/trackers/new', noSearch, () =>
    import('../features/trackers/form/tracker-form-pages.tsx').then(({ NewTrackerPage }) => ({
      default: NewTrackerPage,
    })),
  ),
  inProject(
    '/trackers/compare',
    comparisonIn,
    () => import('../features/trackers/comparison/comparison-page.tsx'),
  ),
  inProject('/skills', placeOf, () => import('../features/skills/project-skills-page.tsx')),
] as const

const shellPages = [
  inShell('/', noSearch, () => import('../features/home/home-page.tsx')),
  listInShell('/projects', listProjects, () => import('../features/projects/projects-page.tsx')),
  // These are not in the frame of the project: each has a heading of its own, and leads back to its list.
  inShell(
    '/projects/$projectId/trackers/$trackerId',
    narrowingIn,
    () => import('../features/trackers/tracker-page.tsx'),
  ),
  inShell('/projects/$projectId/trackers/$trackerId/edit', noSearch, () =>
    import('../features/trackers/form/tracker-form-pages.tsx').then(({ EditTrackerPage }) => ({
      default: EditTrackerPage,
    })),
  ),
  inShell('/skills', placeOf, () => import('../features/skills/skills-page.tsx')),
  inShell(
    '/projects/$projectId/runs/$runId',
    noSearch,
    () => import('../features/skills/run-page/run-page.tsx'),
  ),
  inShell(
    '/projects/$projectId/sources/$sourceId',
    readerSearch,
    () => import('../features/sources/source/source-page.tsx'),
  ),
  moved('/trackers/$trackerId', 'trackers'),
  moved('/trackers/$trackerId/edit', 'trackers'),
  moved('/skill-runs/$runId', 'runs'),
  moved('/sources/$sourceId', 'sources'),
  listInShell('/patients', listPatients, () => import('../features/patients/list/patients-page.tsx')),
  inShell('/patients/$patientId', placeOf, () => import('../features/patient-record/patient-page.tsx')),
  listInShell(
    '/patients/$patientId/statement',
    getStatement,
    () => import('../features/billing/statement/statement-page.tsx'),
  ),
  inShell('/patients/merge', sidesOf, () => import('../features/patients/merge/merge-page.tsx')),
  listInShell('/patients/merges', listMerges, () => import('../features/patients/merges/merges-page.tsx')),
  inShell(
    '/patients/merges/$mergeId',
    noSearch,
    () => import('../features/patients/merges/merge-record-page.tsx'),
  ),
  inShell(
    '/patients/duplicates',
    placeOf,
    () => import('../features/patients/duplicates/duplicates-page.tsx'),
  ),
  listInShell('/inventory', listLevels, () => import('../features/inventory/levels/inventory-page.tsx')),
  inShell('/inventory/items/$itemId', placeOf, () => import('../features/inventory/item/item-page.tsx')),
  listInShell('/inventory/lots', listLots, () => import('../features/inventory/lots/lots-page.tsx')),
  inShell('/inventory/lots/$lotId', placeOf, () => import('../features/inventory/lots/lot-page.tsx')),
  listInShell(
    '/inventory/movements',
    listMovements,
    () => import('../features/inventory/movements/movements-page.tsx'),
  ),
  inShell(
    '/inventory/receive',
    (query) => textIn(query, 'itemId'),
    () => import('../features/inventory/receive/receive-page.tsx'),
  ),
  inShell('/inventory/transfer', noSearch, () => import('../features/inventory/transfer/transfer-page.tsx')),
  listInShell(
    '/inventory/valuation',
    listValuation,
    () => import('../features/inventory/value/valuation-page.tsx'),
  ),
  listInShell(
    '/inventory/used',
    listStockUsed,
    () => import('../features/inventory/value/stock-used-page.tsx'),
  ),
  inShell(
    '/inventory/adjust',
    (query): { mode?: 'count'; itemId?: string; lot?: string } => ({
      ...(query.mode === 'count' && { mode: 'count' }),
      ...textIn(query, 'itemId'),
      ...textIn(query, 'lot'),
    }),
    () => import('../features/inventory/adjust/adjust-page.tsx'),
  ),
  inShell(
    '/inventory/documents/$documentId',
    placeOf,
    () => import('../features/inventory/document/document-page.tsx'),
  ),
  listInShell('/billing', listInvoices, () => import('../features/billing/list/invoices-page.tsx')),
  inShell(
    '/billing/new',
    (query) => textIn(query, 'patient'),
    () =>
      import('../features/billing/editor/editor-pages.tsx').then(({ NewInvoicePage }) => ({
        default: NewInvoicePage,
      })),
  ),
  listInShell(
    '/billing/payments',
    listPayments,
    () => import('../features/billing/payments/payments-page.tsx'),
  ),
  listInShell(
    '/billing/credit-notes',
    listCreditNotes,
    () => import('../features/billing/credit-notes/credit-notes-page.tsx'),
  ),
  inShell(
    '/billing/credit-notes/$creditNoteId',
    placeOf,
    () => import('../features/billing/credit-notes/credit-note-page.tsx'),
  ),
  inShell('/billing/$invoiceId', placeOf, () => import('../features/billing/invoice/invoice-page.tsx')),
  inShell('/billing/$invoiceId/edit', noSearch, () =>
    import('../features/billing/editor/editor-pages.tsx').then(({ EditInvoicePage }) => ({
      default: EditInvoicePage,
    })),
  ),
  inShell('/settings/account', placeOf, () => import('../features/account/page.tsx')),
  listInShell('/settings/api-keys', listApiKeys, () => import('../features/api-keys/page.tsx')),
  listInShell(
    '/settings/api-keys/everyone',
    listEveryonesApiKeys,
    () => import('../features/api-keys/everyones-page.tsx'),
  ),
  inShell(
    '/settings/api-keys/$keyId',
    (query) => ({ ...placeOf(query), ...daysShown(query) }),
    () => import('../features/api-keys/key/key-page.tsx'),
  ),
  listInShell('/settings/members', listUsers, () => import('../features/users/page.tsx')),
  listInShell('/settings/audit-log', listAuditLog, () => import('../features/audit-log/page.tsx')),
  listInShell('/settings/access-log', listAccessLog, () => import('../features/access-log/page.tsx')),
  inShell('/settings/backups', placeOf, () => import('../features/backups/page.tsx')),
  inShell('/settings/imports', placeOf, () => import('../features/imports/imports-page.tsx')),
  inShell('/settings/imports/new', placeOf, () => import('../features/imports/new-import-page.tsx')),
  inShell('/settings/imports/$importId', placeOf, () => import('../features/imports/import-page.tsx')),
  inShell('/settings/security', placeOf, () => import('../features/settings/security-page.tsx')),
  inShell('/settings/organisation', placeOf, () => import('../features/settings/page.tsx')),
] as const

export const routeTree = root.addChildren([
  ...outsidePages,
  shell.addChildren([...shellPages, project.addChildren(projectPages)]),
])
