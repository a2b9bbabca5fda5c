import { endsBetween } from '#engines/language'
import { Draft } from '../../draft.ts'
import type { ContentLimits } from '../../extracted.ts'

/** What is said in one go, or a piece of it: a caption, a paragraph, a message. */
export interface Turn {
  speaker: string | null
  text: string
  startMs: number | null
  endMs: number | null
  /** Other words about it, such as a date. */
  label?: string | null
  /** Whether it stays apart from the one before, such as a message. */
  isApart?: boolean
}

/** For captions without speakers: a pause or the end of a sentence ends a turn. */
const pauseMs = 2_000
const enough = 200

/** So that the time of a turn still leads to the place in the recording. */
const longest = { ofUnknown: { ms: 30_000, chars: 600 }, ofSpeaker: { ms: 120_000, chars: 3_000 } }

/** Joins consecutive captions, or lines, of a speaker to turns of limited length. */
export class Turns {
  readonly #draft: Draft
  readonly #gap: ' ' | '\n'
  #open: Turn | null = null

  /** @param gap what separates the joined pieces */
  constructor(draft: Draft, gap: ' ' | '\n') {
    this.#draft = draft
    this.#gap = gap
  }

  add(turn: Turn): void {
    const text = this.#gap === ' ' ? inOneLine(turn.text) : turn.text.trim()
    if (text === '') return
    const next = { ...turn, text, endMs: latest(turn.startMs, turn.endMs) }
    if (this.#open && continues(this.#open, next)) {
      this.#open.text = join(this.#open.text, text, this.#gap)
      this.#open.endMs = latest(this.#open.endMs, next.endMs)
    } else {
      this.#close()
      this.#open = next
    }
  }

  /** Adds words that nobody said, such as a title. */
  addParagraph(text: string): void {
    this.#close()
    this.#draft.add('paragraph', text)
  }

  end(): Draft {
    this.#close()
    return this.#draft
  }

  #close(): void {
    if (!this.#open) return
    const { text, speaker, startMs, endMs, label = null } = this.#open
    this.#draft.add('turn', text, { speaker, startMs, endMs, label }, '\n')
    this.#open = null
  }
}

/** Joins captions, which are pieces of a line. */
export function joinCaptions(captions: Iterable<Turn>, limits: ContentLimits): Draft {
  const turns = new Turns(new Draft(limits), ' ')
  for (const caption of captions) turns.add(caption)
  return turns.end()
}

const latest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (other ?? null) : Math.max(one, other)

/** Some programs write marks as words of their own. */
const isMark = (text: string): boolean => /^[.,;:!?…。、，！？]+$/u.test(text)

function continues(open: Turn, next: Turn): boolean {
  if (isMark(next.text) && next.startMs === null) return true
  if (next.isApart || open.speaker !== next.speaker || (open.label ?? null) !== (next.label ?? null))
    return false
  const most = open.speaker === null ? longest.ofUnknown : longest.ofSpeaker
  if (open.text.length + next.text.length >= most.chars) return false
  // A turn without a time belongs to the one before.
  if (next.startMs === null) return open.speaker !== null
  if (open.startMs === null) return false
  const endMs = next.endMs ?? next.startMs
  if (next.startMs < open.startMs || endMs - open.startMs > most.ms) return false
  if (open.speaker !== null) return true
  if (open.text.length >= enough && endsBetween(open.text, next.text)) return false
  // Simultaneous captions are of two speakers.
  return next.startMs > open.startMs && next.startMs - (open.endMs ?? open.startMs) <= pauseMs
}

const inOneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')

/** Joins with a space, except in scripts without spaces, or with a line break. */
function join(before: string, after: string, gap: ' ' | '\n'): string {
  const spaceless = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u
  const both = gap === ' ' && spaceless.test(before.at(-1)!) && spaceless.test(after[0]!)
  return both || (gap === ' ' && isMark(after)) ? before + after : before + gap + after
}
