import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent as lazy,
  redirect,
} from '@tanstack/react-router'
import { listApiKeys, listAuditLog, listProjects, listUsers } from '#contract'
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

const apiKeys = createRoute({
  path: '/settings/api-keys',
  getParentRoute: inShell,
  validateSearch: searchOf(listApiKeys),
  component: lazy(() => import('../features/api-keys/page.tsx'), 'ApiKeysPage'),
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
  setUp,
  invitation,
  shell.addChildren([home, projects, project, apiKeys, members, auditLog, organisation]),
])
