import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#database'

export interface Load {
  /** How many calls were answered so far, those that were turned away aside. */
  answered(): number
  turnedAway(): number
  stop(): Promise<LoadResult>
}

interface LoadResult {
  /** The names of the projects whose making was answered. */
  made: string[]
  /** Answers that nobody should get: each is neither what was asked for nor 503 with `Retry-After`. */
  wrong: string[]
}

const callers = 6
const perCallMs = 10

/** People who read, and make projects, each under an Idempotency-Key until it is answered. */
export function startLoad(url: string, headers: Record<string, string>): Load {
  const result: LoadResult = { made: [], wrong: [] }
  const load = crypto.randomUUID()
  let [answered, turnedAway, stopped] = [0, 0, false]

  async function call(path: string, init: RequestInit, expected: number): Promise<boolean> {
    const answer = await fetch(url + path, init)
    const body = await answer.text()
    if (answer.status === expected) answered++
    else if (answer.status === 503 && answer.headers.has('retry-after')) turnedAway++
    else result.wrong.push(`${path}: ${answer.status} ${body}`)
    return answer.status === expected
  }

  async function caller(number: number): Promise<void> {
    for (let n = 0; !stopped; n++) {
      await call('/api/me', { headers }, 200)
      const name = `${load} ${number} ${n}`
      const body = JSON.stringify({ name })
      const post = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': name },
        body,
      }
      // Also at the end, so that nothing is left half known.
      while (!(await call('/api/projects', post, 201))) await wait(100)
      result.made.push(name)
      await wait(perCallMs)
    }
  }

  const callersEnded = Promise.all(Array.from({ length: callers }, (_, number) => caller(number)))
  return {
    answered: () => answered,
    turnedAway: () => turnedAway,
    async stop() {
      stopped = true
      await callersEnded
      return result
    },
  }
}

/** The projects that there are, by name, to be compared with those whose making was answered. */
export async function projectNames(db: Database['pool']): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('select name from projects')
  return rows.map(({ name }) => name).sort()
}
