const longest = 2000

/** Where to go after signing in: a path of this server, whatever the link said, or the first page. */
export function safePath(to: string | undefined): string {
  const here = 'http://aerie.invalid'
  if (!to?.startsWith('/') || !URL.canParse(to, here)) return '/'
  const { origin, pathname, search, hash } = new URL(to, here)
  const path = pathname + search + hash
  // `/..//elsewhere` is a path of this server, and becomes `//elsewhere`, which is another server.
  return origin === here && !path.startsWith('//') && path.length <= longest ? path : '/'
}
