import { type Client, createClient } from '#client'
import { newId } from '#platform'
import type { TestApp } from './app.ts'
import { signInHeaders } from './people.ts'

/** Someone new who is signed in, for tests that change who may do what. */
export async function addNewcomer(app: TestApp, role: 'admin' | 'member'): Promise<Newcomer> {
  const { id, email, headers } = await app.addPerson({
    name: 'Someone new',
    email: `${newId()}@aerie.test`,
    role,
  })
  const clientWith = (headers: Record<string, string>) => createClient({ baseUrl: app.url, headers })
  const signIn = async () => clientWith(await signInHeaders(app.url, email))
  return { id, email, client: clientWith(headers), signIn }
}

export interface Newcomer {
  id: string
  email: string
  /** Calls with the session of the first sign-in. */
  client: Client
  /** Signs in once more. */
  signIn(): Promise<Client>
}
