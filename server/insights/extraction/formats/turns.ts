import { Draft } from '../draft.ts'
import type { ContentLimits } from '../extracted.ts'

export interface Caption {
  speaker: string | null
  text: string
  startMs: number
  endMs: number
}

const pauseMs = 2_000
const longestMs = 30_000
const longest = 600
const enough = 200
const endOfSentence = /[.!?…。！？]["'”’)\]]*$/u

/**
 * Joins the captions of a speaker until a sentence ends, because a caption is only a piece of a line. A turn lasts half a
 * minute at most, so that its time still leads to the place in the recording.
 */
export function joinCaptions(captions: Iterable<Caption>, limits: ContentLimits): Draft {
  const draft = new Draft(limits)
  let open: Caption | null = null
  const close = () => {
    if (!open) return
    const { text, ...details } = open
    draft.add('turn', text, details, '\n')
  }
  for (const caption of captions) {
    const text = caption.text.replaceAll(/\s*[\r\n]\s*/g, ' ').trim()
    if (text === '') continue
    if (open && continues(open, { ...caption, text })) {
      open.text = join(open.text, text)
      open.endMs = Math.max(open.endMs, caption.endMs)
    } else {
      close()
      const { speaker, startMs, endMs } = caption
      open = { speaker, text, startMs, endMs: Math.max(startMs, endMs) }
    }
  }
  close()
  return draft
}

function continues(open: Caption, next: Caption): boolean {
  if (open.text.length >= enough && endOfSentence.test(open.text)) return false
  return (
    open.speaker === next.speaker &&
    // Simultaneous captions are of two speakers.
    next.startMs > open.startMs &&
    next.startMs - open.endMs <= pauseMs &&
    next.endMs - open.startMs <= longestMs &&
    open.text.length + next.text.length < longest
  )
}

/** Joins with a space, except in scripts without spaces. */
function join(before: string, after: string): string {
  const spaceless = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u
  const both = spaceless.test(before.at(-1)!) && spaceless.test(after[0]!)
  return both ? before + after : `${before} ${after}`
}
