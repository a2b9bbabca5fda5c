import type { Change, DayChange } from './counters.ts'

interface Place {
  trackerId: string
  sourceId: string
  day: string
}

interface Tally extends Place {
  before: number
  after: number
}

/** Sums up by how much mentions, and sources that have any, become more or fewer. */
export class Changes {
  readonly #tallies = new Map<string, Tally>()

  /** There were so many mentions of a tracker in a source. */
  had(place: Place, mentions = 1): void {
    this.#tally(place).before += mentions
  }

  /** There are so many from now on. */
  has(place: Place, mentions = 1): void {
    this.#tally(place).after += mentions
  }

  /** What changed, by tracker, and by tracker and day. */
  result(): { trackers: Change[]; days: DayChange[] } {
    const tallies = [...this.#tallies.values()]
    const bySource = sum(tallies, ({ trackerId, sourceId }) => `${trackerId} ${sourceId}`)
    return {
      trackers: changed(bySource, ({ trackerId }) => trackerId),
      days: changed(tallies, ({ trackerId, day }) => `${trackerId} ${day}`),
    }
  }

  #tally(place: Place): Tally {
    const key = `${place.trackerId} ${place.sourceId} ${place.day}`
    let tally = this.#tallies.get(key)
    if (!tally) {
      tally = { trackerId: place.trackerId, sourceId: place.sourceId, day: place.day, before: 0, after: 0 }
      this.#tallies.set(key, tally)
    }
    return tally
  }
}

function sum(tallies: Tally[], by: (tally: Tally) => string): Tally[] {
  const sums = new Map<string, Tally>()
  for (const tally of tallies) {
    const known = sums.get(by(tally))
    if (known) {
      known.before += tally.before
      known.after += tally.after
    } else sums.set(by(tally), { ...tally })
  }
  return [...sums.values()]
}

/** Each tally is of one source, which counts where it has any mention. */
function changed(tallies: Tally[], by: (tally: Tally) => string): DayChange[] {
  const changes = new Map<string, DayChange>()
  for (const tally of tallies) {
    const { trackerId, day, before, after } = tally
    const change = changes.get(by(tally)) ?? { trackerId, day, mentions: 0, sources: 0 }
    change.mentions += after - before
    change.sources += Number(after > 0) - Number(before > 0)
    changes.set(by(tally), change)
  }
  return [...changes.values()].filter(({ mentions, sources }) => mentions !== 0 || sources !== 0)
}
