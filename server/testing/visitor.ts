import { type Client, createClient } from '#client'
import type { TestApp } from './app.ts'
import { cookieHeader, keepCookies } from './cookies.ts'
import { testOrigin } from './settings.ts'

/** A browser as far as the server can tell: it keeps the cookies that it is given, and sends them to any node. */
export interface Visitor extends Client {
  /** What it would send, by name. */
  cookies: Map<string, string>
  /** Calls another node with the same cookies. */
  at(node: Pick<TestApp, 'url'>): Client
}

export function newVisitor(
  app: Pick<TestApp, 'url'>,
  { userAgent = 'A test', cookies = new Map<string, string>() } = {},
) {
  const send: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('origin', testOrigin)
    headers.set('user-agent', userAgent)
    if (cookies.size > 0) headers.set('cookie', cookieHeader(cookies))
    const response = await fetch(url, { ...init, headers })
    keepCookies(cookies, response)
    return response
  }
  const at = (node: Pick<TestApp, 'url'>) => createClient({ baseUrl: node.url, fetch: send })
  return { ...at(app), cookies, at } satisfies Visitor
}
