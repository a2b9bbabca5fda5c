/** Returns the page to open after sign-in. It is always a page of this app, whatever the link contained. */
export function safePath(returnTo: unknown): string {
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/')) return '/'
  const { origin, pathname, search, hash } = new URL(returnTo, location.origin)
  // `/..//elsewhere` is on this origin, but its normalized path `//elsewhere` would not be.
  return origin === location.origin && !pathname.startsWith('//') ? pathname + search + hash : '/'
}
