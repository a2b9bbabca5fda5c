/** Where to go after signing in: an address of this app, whatever the link said. */
export function safePath(returnTo: unknown): string {
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/')) return '/'
  const { origin, pathname, search, hash } = new URL(returnTo, location.origin)
  // `/..//elsewhere` is here, and becomes `//elsewhere`, which is not.
  return origin === location.origin && !pathname.startsWith('//') ? pathname + search + hash : '/'
}
