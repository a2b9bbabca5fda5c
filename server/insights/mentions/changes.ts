import type { CounterChanges, DayChange } from './counters.ts'

interface Place {
  trackerId: string
  sourceId: string
  day: string
}

interface Tally extends Place {
  before: number
  after: number
}

/** Sums up by how much the numbers of mentions, and of sources that have any, change. */
export class Changes {
  readonly #tallies = new Map<string, Tally>()

  /** Counts mentions that existed before the change. */
  countBefore(place: Place, mentions = 1): void {
    this.#tally(place).before += mentions
  }

  /** Counts mentions that exist after it. */
  countAfter(place: Place, mentions = 1): void {
    this.#tally(place).after += mentions
  }

  /** Returns the changes by tracker, and by tracker and day. */
  result(): CounterChanges {
    const tallies = [...this.#tallies.values()]
    const bySource = groups(tallies, ({ trackerId, sourceId }) => `${trackerId} ${sourceId}`).map(
      (group): Tally => ({
        ...group[0]!,
        before: sum(group, ({ before }) => before),
        after: sum(group, ({ after }) => after),
      }),
    )
    return {
      trackers: changed(bySource, ({ trackerId }) => trackerId),
      days: changed(tallies, ({ trackerId, day }) => `${trackerId} ${day}`),
    }
  }

  #tally({ trackerId, sourceId, day }: Place): Tally {
    const key = `${trackerId} ${sourceId} ${day}`
    const tally = this.#tallies.get(key) ?? { trackerId, sourceId, day, before: 0, after: 0 }
    this.#tallies.set(key, tally)
    return tally
  }
}

const groups = (tallies: Tally[], by: (tally: Tally) => string): Tally[][] => [
  ...Map.groupBy(tallies, by).values(),
]

const sum = (tallies: Tally[], of: (tally: Tally) => number): number =>
  tallies.reduce((total, tally) => total + of(tally), 0)

/** Each tally is of one source, which counts if it has any mention. */
function changed(tallies: Tally[], by: (tally: Tally) => string): DayChange[] {
  return groups(tallies, by)
    .map((group) => ({
      trackerId: group[0]!.trackerId,
      day: group[0]!.day,
      mentions: sum(group, ({ before, after }) => after - before),
      sources: sum(group, ({ before, after }) => Number(after > 0) - Number(before > 0)),
    }))
    .filter(({ mentions, sources }) => mentions !== 0 || sources !== 0)
}
