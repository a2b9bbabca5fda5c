import { isIP } from 'node:net'

/** Returns the network of an address: its first 24 bits for IPv4, its first 48 for IPv6. A network has one spelling. */
export function networkOf(address: string): string {
  if (isIP(address) === 4) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const [before = '', after] = address.split('::')
  const written = before ? before.split(':') : []
  const following = after ? after.split(':') : []
  // An IPv4 address at the end stands for two parts.
  const length = written.length + following.length + (address.includes('.') ? 1 : 0)
  const parts = [...written, ...Array(Math.max(0, 8 - length)).fill('0'), ...following]
  const [one, two, three] = parts.map((part) => Number.parseInt(part, 16).toString(16))
  return `${one}:${two}:${three}::/48`
}

/** Returns what is kept of a `User-Agent`: at most 255 characters, without control characters. Null if nothing is left. */
export function userAgentOf(given: string | undefined): string | null {
  const text = (given ?? '')
    .slice(0, 1000)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()
  return text.slice(0, 255) || null
}
