import { setImmediate as turn } from 'node:timers/promises'

const atOnce = 5000

/** JSON of a list that may be so long that others would have to wait for it. */
export async function stringify(list: unknown[]): Promise<string> {
  const parts: string[] = []
  for (let n = 0; n < list.length; n += atOnce) {
    if (n > 0) await turn()
    parts.push(JSON.stringify(list.slice(n, n + atOnce)).slice(1, -1))
  }
  return `[${parts.join(',')}]`
}
