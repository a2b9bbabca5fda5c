import { listUsers } from '#contract'
import { useCall } from '../../api.ts'

export type NameOf = (person: { id: string | null; email: string }) => string

/** What people are called today, by id, else by address. Whoever is not among the first 200 members keeps their address. */
export function useNames(): NameOf {
  const { data } = useCall(listUsers, { limit: 200 })
  return ({ id, email }) =>
    data?.data.find((user) => (id === null ? user.email === email : user.id === id))?.name ?? email
}
