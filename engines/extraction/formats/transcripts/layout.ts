import { mayBeOfDay } from './clock.ts'
import { areHeadings, hasSentences, isDialogue } from './dialogue.ts'
import { ascend, isPerson, most } from './evidence.ts'
import { cleanName, isNameShaped, isProper } from './label.ts'
import type { Layout, Line } from './line.ts'
import { Names, recurring } from './names.ts'
import { type Pairs, pairsIn } from './pairs.ts'

/** How to read a transcript. */
export interface Plan {
  layouts: ReadonlySet<Layout>
  pairs: Pairs | null
  names: Names
  /** Whether turns begin with a time or date, so that a name next to it is a speaker although it occurs once. */
  isTimed: boolean
  /** Whether each turn is a message of a chat, which stays apart. */
  isChat: boolean
  hasSpeakers: boolean
}

const timed: Layout[] = ['time name:', 'name time:', 'name: time', 'name time', 'time name', 'cells']

/**
 * Decides from the first lines whether a text is a transcript, and how it is laid out.
 * @param isStated whether its sender states that it is a transcript
 * @returns null if it is no transcript
 */
export function planOf(lines: Line[], isStated: boolean): Plan | null {
  if (!isStated && isCode(lines)) return null
  const names = new Names()
  collectAttendees(lines, names)
  const inLayout = Map.groupBy(lines, ({ layout }) => layout)
  const of = (layout: Layout): Line[] => inLayout.get(layout) ?? []
  const plan = (layouts: Layout[], more: Partial<Plan> = {}): Plan => {
    return {
      layouts: new Set(layouts),
      pairs: null,
      isTimed: false,
      isChat: false,
      hasSpeakers: true,
      names,
      ...more,
    }
  }

  if (isChat(of('dated'), lines, isStated))
    return plan(['dated', 'dated text', 'time name', 'day'], { isTimed: true, isChat: true })
  const withTimes = timed.filter((layout) => areTurns(of(layout), lines, isStated))
  if (areOfDays(withTimes.flatMap(of), lines))
    return plan([...withTimes, 'day'], { isTimed: true, isChat: true })
  const pairs = pairsIn(lines)
  if (pairs || withTimes.length > 0) {
    const also: Layout[] = of('time text').some(({ stamp }) => stamp?.isBracketed) ? ['time text'] : []
    if (pairs) also.push('name time')
    return plan([...withTimes, 'time', ...also, 'name:'], { pairs, isTimed: true })
  }
  if (areHeadings(lines)) return plan(['name'])
  const isDialog = isDialogue(of('name:'), lines, names)
  if (isDialog || isStated) {
    names.areExpected = isStated || isDialog === 'complete'
    return plan(['name:', 'name: time', 'name time:', 'time name:', 'time', 'time text'])
  }
  const alone: Layout[] = ['time text', 'time name:', 'time name']
  const stamped = lines.filter(({ layout, name }) => alone.includes(layout) && isPerson(name ?? ''))
  if ((areTimes(stamped, lines) && hasSentences(stamped)) || areTimes(of('time'), lines))
    return plan(['time', ...alone], { hasSpeakers: false })
  return null
}

function isChat(messages: Line[], lines: Line[], isStated: boolean): boolean {
  const count = messages.length
  if (count < (isStated ? 1 : 2) || count * 20 < lines.length) return false
  if (lines.findIndex(({ layout }) => layout.startsWith('dated')) > 20) return false
  return most(messages, ({ name }) => isPerson(name!))
}

/** Returns whether lines with a name and a time begin turns: their times ascend, and their names recur. */
function areTurns(headers: Line[], lines: Line[], isStated: boolean): boolean {
  if (headers.length < (isStated ? 1 : 2) || headers.length * 60 < lines.length) return false
  const isHeader = new Set(headers)
  if (!ascend(lines.filter((line) => line.layout === 'day' || isHeader.has(line)))) return false
  // A program of events has nothing below a title.
  const { layout } = headers[0]!
  const bare = lines.filter((line, n) => isHeader.has(line) && isHeading(lines[n + 1]))
  if (/name$|^name time$/.test(layout) && bare.length > headers.length / 2) return false
  const names = headers.map(({ name }) => name!)
  // Programs write logs with a time and a name in lower case.
  const mayBeLower = ({ layout, stamp }: Line): boolean => layout !== 'time name:' || stamp!.isBracketed
  if (!most(headers, (header) => isPerson(header.name!) && (isProper(header.name!) || mayBeLower(header))))
    return false
  if (recurring(names) * 2 > names.length) return true
  // Without recurring names, as in a short text, a time must look like one in a recording.
  if (layout === 'time name' || !most(names, isProper, 0.8)) return false
  if (headers.every(({ stamp }) => stamp!.isPrecise)) return true
  return layout.startsWith('name') && headers[0]!.stamp!.startMs! < early
}

const isHeading = (line: Line | undefined): boolean =>
  !line || (line.stamp !== null && line.layout !== 'time')

/** Programs of events begin later in the day than recordings. */
const early = 5 * 60_000

/** Returns whether times are of days that are above them, as in chats, rather than in a recording. */
function areOfDays(headers: Line[], lines: Line[]): boolean {
  if (headers.length === 0 || !headers.every(({ stamp }) => mayBeOfDay(stamp!.written))) return false
  const isHeader = new Set(headers)
  const both = lines.filter((line) => line.layout === 'day' || isHeader.has(line))
  return both.some(
    ({ stamp }, n) => n > 0 && both[n - 1]!.layout === 'day' && stamp && stamp.startMs! >= early,
  )
}

/** Returns whether lines begin with the times of a recording without speakers. */
function areTimes(stamped: Line[], lines: Line[]): boolean {
  if (stamped.length < 3 || stamped.length * 4 < lines.length || !ascend(stamped)) return false
  return (
    stamped[0]!.stamp!.startMs! < 60_000 ||
    stamped.every(({ stamp }) => stamp!.isPrecise && stamp!.isBracketed)
  )
}

const isCode = (lines: Line[]): boolean =>
  most(
    lines,
    ({ written }) =>
      /[{};]\s*$|^\s*(?:\/\/|#include|#!|import |export |def |function |const |let |return\b|<\/?\w+>)/.test(
        written,
      ),
    0.2,
  )

/** Lists of attendees are at the beginning. */
const attendeesWithin = 60

const attendeesHeading =
  /^(?:attendees|participants?|present|speakers|invited|people|teilnehmer(?:innen|\*innen|:innen)?|teilnehmende|anwesend(?:e)?|sprecher|intervenants|présents|asistentes|participantes|presentes|partecipanti|presenti|deelnemers|aanwezig|uczestnicy|участники|参加者|出席者|与会者|參與者|참석자)(?: \(\d+\))?\s*(?:[:：]\s*|$)/iu

/** Notes the names of a list `Attendees: Ada, Bob`, perhaps below its heading. */
function collectAttendees(lines: Line[], names: Names): void {
  let isList = false
  for (const { written } of lines.slice(0, attendeesWithin)) {
    const line = cleanName(written.replace(/^\s*#{1,6}\s/, ''))
    const found = attendeesHeading.exec(line)
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
