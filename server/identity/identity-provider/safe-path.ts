const longest = 2000

/** Returns the path to continue to after signing in: `to` if it is a path of this server, else `/`. */
export function safePath(to: string | undefined): string {
  const here = 'http://aerie.invalid'
  if (!to?.startsWith('/') || !URL.canParse(to, here)) return '/'
  const { origin, pathname, search, hash } = new URL(to, here)
  const path = pathname + search + hash
  // `/..//elsewhere` normalizes to `//elsewhere`, which is another server.
  return origin === here && !path.startsWith('//') && path.length <= longest ? path : '/'
}
