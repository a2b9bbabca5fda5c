import { own } from '#rules/own'
import { type Meaning, means } from './fields.ts'
import { type Fields, isRecord } from './words.ts'

const deepest = 10

/** Who speaks from when, listed apart from the words, as Amazon does: `{ start_time, speaker_label }`. */
export class Diarization {
  readonly #speakers = new Map<string, unknown>()

  constructor(value: unknown) {
    this.#collect(value, 0)
  }

  /** Adds the speakers of records that have none. */
  addTo(records: Fields[]): Fields[] {
    if (this.#speakers.size === 0 || fieldOf(records[0]!, 'speaker')) return records
    return records.map((record) => {
      const start = fieldOf(record, 'start')
      const speaker = start && this.#speakers.get(String(own(record, start)))
      return speaker ? { ...record, speaker } : record
    })
  }

  #collect(value: unknown, depth: number): void {
    if (depth > deepest) return
    if (Array.isArray(value)) for (const inside of value) this.#collect(inside, depth + 1)
    if (!isRecord(value)) return
    for (const inside of Object.values(value))
      if (typeof inside === 'object' && inside !== null) this.#collect(inside, depth + 1)
    const [start, speaker] = [fieldOf(value, 'start'), fieldOf(value, 'speaker')]
    if (start && speaker && !fieldOf(value, 'text'))
      this.#speakers.set(String(own(value, start)), own(value, speaker))
  }
}

const fieldOf = (record: Fields, meaning: Meaning): string | undefined =>
  Object.keys(record).find((field) => means(field, meaning))
