import { setTimeout as wait } from 'node:timers/promises'
import { getSource } from '#contract'
import type { Session } from '../session.ts'

const firstLookMs = 100
const slowestMs = 2000

/** Waits until the server has read a source, for better or worse. Gives why it could not, where it could not. */
export async function waitUntilRead(session: Session, sourceId: string): Promise<string | null> {
  for (let pause = firstLookMs; ; pause = Math.min(pause * 2, slowestMs)) {
    const { status, error } = await session.call(getSource, { sourceId })
    if (status === 'ready') return null
    if (status === 'failed') return error?.message ?? 'could not be read'
    await wait(pause, undefined, { signal: session.signal })
  }
}
