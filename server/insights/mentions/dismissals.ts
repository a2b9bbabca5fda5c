import { sql } from 'kysely'
import type { Reader } from '#database'
import type { Anchor } from './anchors.ts'
import type { Evidence } from './evidence.ts'

/** An anchor when its mention was dismissed: the how manieth it was of those with the same key, and of how many. */
export interface DismissedAnchor extends Anchor {
  number: number
  of: number
}

export interface Dismissal {
  id: string
  anchors: DismissedAnchor[]
}

type Place = Pick<Evidence, 'start' | 'end'>

/** The places in a text where a tracker finds something, by what is said there. */
export class Places {
  readonly #byKey = new Map<string, (Place & Anchor)[]>()

  /** Adds a mention. Mentions are added in the order of the text. */
  add({ start, end }: Place, anchors: Anchor[]): void {
    for (const anchor of anchors) {
      const same = this.#byKey.get(anchor.key) ?? []
      this.#byKey.set(anchor.key, same)
      const last = same.at(-1)
      if (last?.start !== start || last.end !== end) same.push({ start, end, ...anchor })
    }
  }

  /** Returns the anchors of a place, as they are stored when it is dismissed. */
  anchorsAt({ start, end }: Place): DismissedAnchor[] {
    return [...this.#byKey.values()].flatMap((same) => {
      const at = same.findIndex((place) => place.start === start && place.end === end)
      if (at === -1) return []
      const { key, before, after } = same[at]!
      return [{ key, before, after, number: at + 1, of: same.length }]
    })
  }

  /** Returns the places that a dismissal covers. */
  of({ anchors }: Dismissal): Place[] {
    return anchors.map((anchor) => this.#find(anchor)).filter((place) => place !== undefined)
  }

  /** Returns a function that tells which places these dismissals cover. */
  whichAreDismissed(dismissals: Dismissal[]): (place: Place) => boolean {
    const covered = new Set(dismissals.flatMap((dismissal) => this.of(dismissal)).map(keyOf))
    return (place) => covered.has(keyOf(place))
  }

  /**
   * Finds what was dismissed among the places where the same is said: the one between the same sentences, else next to
   * one of them. Else their order decides, if there are as many as there were. In doubt, a mention is shown.
   */
  #find({ key, before, after, number, of }: DismissedAnchor): Place | undefined {
    const same = this.#byKey.get(key) ?? []
    const inOrder = same[number - 1]
    const isBetween = (place: Anchor) => place.before === before && place.after === after
    if (inOrder && isBetween(inOrder)) return inOrder
    return (
      same.find(isBetween) ??
      same.find((place) => isSentence(place.before, before) || isSentence(place.after, after)) ??
      (same.length === of ? inOrder : undefined)
    )
  }
}

const isSentence = (one: string, other: string): boolean => one !== '' && one === other

const keyOf = ({ start, end }: Place): string => `${start} ${end}`

/** Reads the dismissals of these trackers, or of all, in these sources, by `pairOf` tracker and source. */
export async function dismissalsIn(
  reader: Reader,
  sourceIds: string[],
  trackerIds?: string[],
): Promise<Map<string, (Dismissal & Pair)[]>> {
  const rows = await reader
    .selectFrom('dismissals')
    .select(['id', 'trackerId', 'sourceId', 'anchors'])
    .where('sourceId', '=', sql<string>`any(${sourceIds}::uuid[])`)
    .$if(trackerIds !== undefined, (query) =>
      query.where('trackerId', '=', sql<string>`any(${trackerIds}::uuid[])`),
    )
    .orderBy('id')
    .execute()
  const found = rows.map((row) => ({ ...row, anchors: row.anchors as unknown as DismissedAnchor[] }))
  return Map.groupBy(found, pairOf)
}

export interface Pair {
  trackerId: string
  sourceId: string
}

export const pairOf = ({ trackerId, sourceId }: Pair): string => `${trackerId} ${sourceId}`
