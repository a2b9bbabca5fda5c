import { setTimeout as wait } from 'node:timers/promises'

/** Looks until it is so. @throws Error after half a minute */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('Waited half a minute in vain.')
    await wait(20)
  }
}
