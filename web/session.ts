import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getMe, getSession, missingAccess, type Needs, type Operation } from '#contract'
import { callOptions } from './api.ts'

/** The current session, if any. Loaded on arrival and after sign-in. */
export const sessionOptions = callOptions(getSession)

/** The signed-in user. Refreshed over time, since roles change, but not while a page loads; kept when the session ends. */
export const meOptions = { ...callOptions(getMe), staleTime: 30_000 }

/** Returns the signed-in user. Only for pages that require a session. */
export function useMe() {
  return useSuspenseQuery(meOptions).data.user
}

/** Returns what the signed-in user may see and change. */
export function useAccess() {
  return useSuspenseQuery(meOptions).data.access
}

/** Returns who signed in as this service user; null in every other session. */
export function useOpenedBy() {
  // The guard of the page has loaded the session.
  return useQuery({ ...sessionOptions, enabled: false }).data?.openedBy ?? null
}

/** What an operation needs of the user and the session. */
export type Needed = Pick<Operation, 'allow' | 'access' | 'inServiceSession'>
export type May = (needed: Needed) => boolean

/** Returns a function that tests whether the user may call an operation, so that pages can hide it. */
export function useMay(): May {
  const { user, access } = useSuspenseQuery(meOptions).data
  const isService = useOpenedBy() !== null
  return (needed) =>
    needed.allow === 'anyone' ||
    (needed.allow.includes(user.role) &&
      !missingAccess(access, needed.access) &&
      (!isService || needed.inServiceSession))
}

/** Returns whether the user has some access, as of now. For lists with many rows, which do not wait for changes. */
export function useHasAccess(needs: Needs): boolean {
  const me = useQueryClient().getQueryData(meOptions.queryKey)
  return me !== undefined && !missingAccess(me.access, needs)
}

/**
 * Opens a page by a full page load, so that no data of the session stays in memory. Never resolves, so that nothing is
 * loaded again on the page being left.
 */
export function leaveFor(path: string): Promise<never> {
  location.assign(path)
  return new Promise(() => {})
}

export const leaveForSignIn = (): Promise<never> => leaveFor('/sign-in')
/** Opens the page that lists service users, in the session that a service user's was opened from. */
export const leaveForUsers = (): Promise<never> => leaveFor('/settings/members')
