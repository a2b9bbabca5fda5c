import { useSuspenseQuery } from '@tanstack/react-query'
import { getMe, getSession, type Operation } from '#contract'
import { callOptions } from './api.ts'

/** The current session, if any. Loaded on arrival and after sign-in. */
export const sessionOptions = callOptions(getSession)

/** The signed-in user. Refreshed over time, since roles change, but not while a page loads; kept when the session ends. */
export const meOptions = { ...callOptions(getMe), staleTime: 30_000 }

/** Returns the signed-in user. Only for pages that require a session. */
export function useMe() {
  return useSuspenseQuery(meOptions).data.user
}

/** Returns a function that tests whether the user's role allows an operation, so that pages can hide it. */
export function useMay(): (operation: Pick<Operation, 'allow'>) => boolean {
  const { role } = useMe()
  return ({ allow }) => allow === 'anyone' || allow.includes(role)
}

/**
 * Opens the sign-in page by a full page load, so that no data of the session stays in memory. Never resolves, so that
 * nothing is loaded again on the page being left.
 */
export function leaveForSignIn(): Promise<never> {
  location.assign('/sign-in')
  return new Promise(() => {})
}
