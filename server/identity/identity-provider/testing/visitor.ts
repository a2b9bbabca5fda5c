import { finishIdentityProvider, startIdentityProvider } from '#contract'
import { newVisitor as newBrowser, type TestApp } from '#testing'
import type { TestProvider } from './provider.ts'

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Someone's browser, which is sent to the provider and back. */
export function newVisitor(app: Pick<TestApp, 'url'>, provider: TestProvider) {
  const client = newBrowser(app, { userAgent })
  const visitor = {
    client,
    cookies: client.cookies,
    /** Goes to the provider and comes back: the query with which it is sent back. */
    async begin(to?: string): Promise<string> {
      const { url } = await client.call(startIdentityProvider, to === undefined ? {} : { to })
      return provider.visit(url)
    },
    finish: (response: string) => client.call(finishIdentityProvider, { response }),
    signIn: async (to?: string) => visitor.finish(await visitor.begin(to)),
  }
  return visitor
}
