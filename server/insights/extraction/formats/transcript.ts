import { Draft } from '../draft.ts'
import type { ContentLimits } from '../extracted.ts'
import { Speakers } from './speakers.ts'

interface Turn {
  speaker: string | null
  startMs: number | null
  said: string[]
}

const clock = /^[[(]?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,]\d{1,3})?[\])]?\s*(?:[-–—]\s*)?/

/**
 * A transcript written by hand: a line begins with who speaks (`Ada: …`), perhaps after a time (`[00:01:07] Ada: …`);
 * lines without a name go on with the turn before. The names and times are not part of the text.
 */
export function readTranscript(text: string, limits: ContentLimits): Draft {
  const lines = text.split(/\r\n|\n|\r/).map((line) => {
    const at = clock.exec(line)
    const rest = at ? line.slice(at[0].length) : line
    return at && rest !== '' ? { startMs: milliseconds(at), rest } : { startMs: null, rest: line }
  })
  const speakers = new Speakers(
    lines.map(({ rest }) => rest),
    true,
  )
  const draft = new Draft(limits)
  let turn: Turn = { speaker: null, startMs: null, said: [] }
  const close = () => {
    const { speaker, startMs, said } = turn
    draft.add('turn', said.join('\n'), { speaker, startMs }, '\n')
  }
  for (const { startMs, rest } of lines) {
    const { speaker, said } = speakers.read(rest.trimStart())
    if (speaker === null && startMs === null) {
      turn.said.push(said)
    } else {
      close()
      turn = { speaker: speaker ?? turn.speaker, startMs, said: [said] }
    }
  }
  close()
  return draft
}

function milliseconds([, hours, minutes, seconds]: RegExpExecArray): number {
  return ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
}
