import { isIP } from 'node:net'

/** Returns an address without a zone, and IPv4 within IPv6 as IPv4. Undefined for what is not an address. */
export function plainAddress(given: string | undefined): string | undefined {
  const address = (given ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
  return isIP(address) === 0 ? undefined : address
}
