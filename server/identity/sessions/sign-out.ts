import { signOut } from '#contract'
import { implementOutside } from '#platform'
import type { Auth } from '../auth.ts'

export const createSignOut = (auth: Auth) =>
  implementOutside(signOut, async ({ credentials }) => {
    for (const cookie of await auth.signOut(credentials.cookie ?? '')) credentials.setCookie(cookie)
    return { success: true } as const
  })
