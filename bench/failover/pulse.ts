import { setTimeout as wait } from 'node:timers/promises'
import type { Effects } from '../soak/effects.ts'

/** A change that was sent to a node. Times are milliseconds of `performance.now()`. */
export interface Beat {
  sent: number
  answered: number
  status: number
}

const everyMs = 100

/** Sends a change to a node ten times a second, whether or not the former ones were answered. */
export function startPulse(url: string, headers: Record<string, string>, effects: Effects) {
  const beats: Beat[] = []
  const open = new Set<Promise<void>>()
  let beating = true

  async function beat(): Promise<void> {
    const name = effects.newMark('project')
    const sent = performance.now()
    const response = await fetch(`${url}/api/projects`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
    await response.arrayBuffer()
    beats.push({ sent, answered: performance.now(), status: response.status })
    effects.note('project', name, 'done', { kind: response.status === 201 ? 'done' : 'unknown' })
  }

  async function work(): Promise<void> {
    while (beating) {
      const one = beat().finally(() => open.delete(one))
      open.add(one)
      await wait(everyMs)
    }
    await Promise.all(open)
  }

  const ended = work()
  return {
    beats,
    async stop(): Promise<void> {
      beating = false
      await ended
    },
  }
}

export type Pulse = ReturnType<typeof startPulse>
