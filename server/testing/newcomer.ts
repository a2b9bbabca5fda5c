import { type Client, createClient } from '#client'
import { acceptInvitation, createInvitation } from '#contract'
import { newId } from '#platform'
import type { TestApp } from './app.ts'
import { signInHeaders, testPassword } from './people.ts'

/** Someone new, invited and signed in, for tests that change who may do what. */
export async function addNewcomer(app: TestApp, role: 'admin' | 'member'): Promise<Newcomer> {
  const email = `${newId()}@aerie.test`
  const { url = '' } = await app.as('owner').call(createInvitation, { email, role })
  const token = url.split('/').at(-1) ?? ''
  const newcomer = { token, name: 'Someone new', password: testPassword }
  const { id } = await app.as('nobody').call(acceptInvitation, newcomer)
  const signIn = async () => createClient({ baseUrl: app.url, headers: await signInHeaders(app.url, email) })
  return { id, email, client: await signIn(), signIn }
}

export interface Newcomer {
  id: string
  email: string
  /** Calls with the session of the first sign-in. */
  client: Client
  /** Signs in once more. */
  signIn(): Promise<Client>
}
