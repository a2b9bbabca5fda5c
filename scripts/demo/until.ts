import { setTimeout as wait } from 'node:timers/promises'

/** Waits until a condition holds. @throws Error after two minutes */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('Nothing happened for two minutes.')
    await wait(20)
  }
}
