import { useSuspenseQuery } from '@tanstack/react-query'
import { getMe, getSession, type Operation } from '#contract'
import { callOptions } from './api.ts'

/** Whether somebody is signed in here: asked on arrival, and by signing in. */
export const sessionOptions = callOptions(getSession)

/** Who is signed in. Asked again as time passes, since roles change; a session that ends meanwhile leaves it standing. */
export const meOptions = callOptions(getMe)

/** The person who is signed in. Only for pages that a guard keeps for those who are. */
export function useMe() {
  return useSuspenseQuery(meOptions).data.user
}

/** Whether the contract lets one's role do this: what it does not is left out of the page. */
export function useMay(): (operation: Operation) => boolean {
  const { role } = useMe()
  return ({ allow }) => allow === 'anyone' || allow.includes(role)
}
