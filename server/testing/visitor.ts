import { type Client, createClient } from '#client'
import type { TestApp } from './app.ts'
import { testOrigin } from './settings.ts'

/** A browser as far as the server can tell: it keeps the cookies that it is given, and sends them to any node. */
export interface Visitor extends Client {
  /** What it would send, by name. */
  cookies: Map<string, string>
  /** Calls another node with the same cookies. */
  at(node: TestApp): Client
}

export function newVisitor(app: TestApp, { userAgent = 'A test', cookies = new Map<string, string>() } = {}) {
  const send: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('origin', testOrigin)
    headers.set('user-agent', userAgent)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(url, { ...init, headers })
    for (const [, name = '', value = '', attributes = ''] of response.headers
      .getSetCookie()
      .map((header) => /^([^=]+)=([^;]*)(.*)$/.exec(header) ?? [])) {
      if (/; Max-Age=0\b/.test(attributes)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const at = (node: TestApp) => createClient({ baseUrl: node.url, fetch: send })
  return { ...at(app), cookies, at } satisfies Visitor
}
