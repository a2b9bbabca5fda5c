import { cleanName, isNameShaped, isProper } from './label.ts'
import type { Line } from './line.ts'
import type { Names } from './names.ts'

/** Lists of attendees are at the beginning. */
const mostLines = 60

const heading =
  /^(?:attendees|participants?|present|speakers|invited|people|teilnehmer(?:innen|\*innen|:innen)?|teilnehmende|anwesend(?:e)?|sprecher|intervenants|présents|asistentes|participantes|presentes|partecipanti|presenti|deelnemers|aanwezig|uczestnicy|участники|参加者|出席者|与会者|參與者|참석자)(?: \(\d+\))?\s*(?:[:：]\s*|$)/iu

/** Notes the names of a list `Attendees: Ada, Bob`, perhaps below its heading. */
export function collectAttendees(lines: Line[], names: Names): void {
  let isList = false
  for (const { written } of lines.slice(0, mostLines)) {
    const line = cleanName(written.replace(/^\s*#{1,6}\s/, ''))
    const found = heading.exec(line)
    if (!found && !isList) continue
    const listed = line
      .slice(found?.[0].length ?? 0)
      .split(/\s*[,;•·、]\s*/)
      .filter((name) => name !== '' && isNameShaped(name) && isProper(name))
    for (const name of listed) {
      names.list(name)
      // `Ada Lovelace (Acme)` may speak without the brackets.
      names.list(name.replace(/\s*\([^)]*\)$/, ''))
    }
    isList = found !== null || listed.length > 0
  }
}
