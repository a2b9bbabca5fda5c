import { Draft } from '../draft.ts'
import type { ContentLimits } from '../extracted.ts'
import { findSpeakers } from './speakers.ts'

interface Turn {
  speaker: string | null
  startMs: number | null
  lines: string[]
}

const clock = /^[[(]?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,]\d{1,3})?[\])]?\s*(?:[-–—]\s*)?/

/**
 * Reads a transcript written by hand: lines begin with the speaker (`Ada: …`), perhaps after a time (`[00:01:07] Ada:
 * …`); other lines continue the previous turn. Names and times are not part of the text.
 */
export function readTranscript(text: string, limits: ContentLimits): Draft {
  const lines = text.split(/\r\n|\n|\r/).map((line) => {
    const at = clock.exec(line)
    const rest = at ? line.slice(at[0].length) : line
    return at && rest !== '' ? { startMs: milliseconds(at), rest } : { startMs: null, rest: line }
  })
  const speakers = findSpeakers(
    lines.map(({ rest }) => rest),
    true,
  )
  const draft = new Draft(limits)
  let turn: Turn = { speaker: null, startMs: null, lines: [] }
  const close = () => {
    const { speaker, startMs, lines } = turn
    draft.add('turn', lines.join('\n'), { speaker, startMs }, '\n')
  }
  for (const { startMs, rest } of lines) {
    const { speaker, text } = speakers(rest.trimStart())
    if (speaker === null && startMs === null) {
      turn.lines.push(text)
    } else {
      close()
      turn = { speaker: speaker ?? turn.speaker, startMs, lines: [text] }
    }
  }
  close()
  return draft
}

function milliseconds([, hours, minutes, seconds]: RegExpExecArray): number {
  return ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
}
