import { type Client, createClient } from '#client'
import { finishIdentityProvider, startIdentityProvider } from '#contract'
import { type TestApp, testOrigin } from '#testing'
import type { TestProvider } from './provider.ts'

/** Someone's browser: it keeps cookies, and is sent to the provider and back. */
export interface Visitor {
  client: Client
  cookies: Map<string, string>
  /** Goes to the provider and comes back: the query with which it is sent back. */
  begin(to?: string): Promise<string>
  finish(response: string): Promise<{ to: string }>
  signIn(to?: string): Promise<{ to: string }>
}

export function newVisitor({ url }: Pick<TestApp, 'url'>, provider: TestProvider): Visitor {
  const cookies = new Map<string, string>()
  const client = createClient({
    baseUrl: url,
    async fetch(input, init) {
      const headers = new Headers(init?.headers)
      headers.set('origin', testOrigin)
      headers.set('user-agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
      if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
      const response = await fetch(input, { ...init, headers })
      for (const header of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
        if (/max-age=0/i.test(header)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    },
  })
  const visitor: Visitor = {
    client,
    cookies,
    async begin(to) {
      const { url } = await client.call(startIdentityProvider, to === undefined ? {} : { to })
      return provider.visit(url)
    },
    finish: (response) => client.call(finishIdentityProvider, { response }),
    signIn: async (to) => visitor.finish(await visitor.begin(to)),
  }
  return visitor
}
