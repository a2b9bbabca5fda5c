import { setTimeout as wait } from 'node:timers/promises'

/** Looks until it is so. @throws Error after two minutes */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('Waited two minutes in vain.')
    await wait(20)
  }
}
