/** Keeps the cookies that a response sets, by name, as a browser does. */
export function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const header of response.headers.getSetCookie()) {
    const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(header) ?? []
    if (/; Max-Age=0\b/i.test(attributes)) cookies.delete(name)
    else cookies.set(name, value)
  }
}

/** Returns the `Cookie` header with which a browser sends them. */
export const cookieHeader = (cookies: Map<string, string>): string =>
  [...cookies].map((pair) => pair.join('=')).join('; ')
