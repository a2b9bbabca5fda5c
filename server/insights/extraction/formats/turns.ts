import { Draft } from '../draft.ts'
import type { ContentLimits } from '../extracted.ts'

export interface Said {
  speaker: string | null
  said: string
  startMs: number
  endMs: number
}

const pauseMs = 2_000
const longestMs = 30_000
const longest = 600
const enough = 200
const endOfSentence = /[.!?…。！？]["'”’)\]]*$/u

/**
 * Captions of one speaker taken together until a sentence ends, because a caption is a piece of a line, not something
 * that is said. A turn lasts half a minute at most, so that its time still leads to the place in the recording.
 */
export class Turns {
  readonly #draft: Draft
  #open: Said | null = null

  constructor(limits: ContentLimits) {
    this.#draft = new Draft(limits)
  }

  add({ speaker, said, startMs, endMs }: Said): void {
    const words = said.replaceAll(/\s*[\r\n]\s*/g, ' ').trim()
    if (words === '') return
    const open = this.#open
    if (open && this.#goesOn(open, { speaker, said: words, startMs, endMs })) {
      open.said = join(open.said, words)
      open.endMs = Math.max(open.endMs, endMs)
    } else {
      this.#close()
      this.#open = { speaker, said: words, startMs, endMs: Math.max(startMs, endMs) }
    }
  }

  done(): Draft {
    this.#close()
    return this.#draft
  }

  #goesOn(open: Said, next: Said): boolean {
    if (open.said.length >= enough && endOfSentence.test(open.said)) return false
    return (
      open.speaker === next.speaker &&
      // What is said at once is said by two.
      next.startMs > open.startMs &&
      next.startMs - open.endMs <= pauseMs &&
      next.endMs - open.startMs <= longestMs &&
      open.said.length + next.said.length < longest
    )
  }

  #close(): void {
    if (!this.#open) return
    const { speaker, said, startMs, endMs } = this.#open
    this.#draft.add('turn', said, { speaker, startMs, endMs }, '\n')
    this.#open = null
  }
}

/** With a space between, except in scripts that have none. */
function join(before: string, after: string): string {
  const spaceless = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u
  const both = spaceless.test(before.at(-1)!) && spaceless.test(after[0]!)
  return both ? before + after : `${before} ${after}`
}
