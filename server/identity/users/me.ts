import { getMe } from '#contract'
import { implement } from '#platform'

export const me = implement(getMe, async ({ actor: { userId, name, email, role, access, via, apiKey } }) => ({
  user: { id: userId, name, email, role },
  access,
  via,
  apiKey,
}))
