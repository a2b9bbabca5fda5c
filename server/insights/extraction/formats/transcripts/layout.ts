import { collectAttendees } from './attendees.ts'
import { isProper } from './label.ts'
import { isLeadIn } from './lead-ins.ts'
import type { Layout, Line } from './line.ts'
import { isGeneric, keyOf, Names } from './names.ts'

/** A name and a time on lines of their own, in this order. */
export type Pairs = 'name, time' | 'time, name'

/** How to read a transcript. */
export interface Plan {
  layouts: ReadonlySet<Layout>
  pairs: Pairs | null
  names: Names
  /** Whether turns begin with a time or date, so that a name next to it is a speaker although it occurs once. */
  isTimed: boolean
  /** Whether each turn is a message of a chat, which stays apart. */
  isChat: boolean
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
    return { layouts: new Set(layouts), pairs: null, isTimed: false, isChat: false, names, ...more }
  }

  if (isChat(of('dated'), lines, isStated))
    return plan(['dated', 'dated text'], { isTimed: true, isChat: true })
  const withTimes = timed.filter((layout) => areTurns(of(layout), lines, isStated))
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
  if (areTimes(of('time text'), lines) || areTimes(of('time'), lines)) return plan(['time', 'time text'])
  return null
}

const logLevel = /^(?:info|warn(?:ing)?|error|debug|trace|fatal|notice|critical|verbose)$/i
/** A program or a file rather than a person. */
const identifier = /^[^\s~+@]*[./$_\\-][^\s]*$/

const isPerson = (name: string): boolean =>
  isGeneric(name) || !(isLeadIn(name) || logLevel.test(name) || (identifier.test(name) && !isProper(name)))

/** Whether most of them are true. */
const most = <Of>(list: Of[], isTrue: (one: Of) => boolean, share = 0.5): boolean =>
  list.filter(isTrue).length > list.length * share

function isChat(messages: Line[], lines: Line[], isStated: boolean): boolean {
  const count = messages.length
  if (count < (isStated ? 1 : 2) || count * 20 < lines.length) return false
  if (lines.findIndex(({ layout }) => layout.startsWith('dated')) > 20) return false
  return most(messages, ({ name }) => isPerson(name!))
}

/** Returns whether lines with a name and a time begin turns: their times ascend, and their names recur. */
function areTurns(headers: Line[], lines: Line[], isStated: boolean): boolean {
  if (headers.length < (isStated ? 1 : 2) || headers.length * 60 < lines.length) return false
  if (!ascend(headers)) return false
  const names = headers.map(({ name }) => name!)
  // Programs write logs with a time and a name in lower case.
  const mayBeLower = ({ layout, stamp }: Line): boolean => layout !== 'time name:' || stamp!.isBracketed
  if (!most(headers, (header) => isPerson(header.name!) && (isProper(header.name!) || mayBeLower(header))))
    return false
  if (recurring(names) * 2 >= names.length) return true
  // Without recurring names, as in a short text, a time must look like one in a recording.
  const { layout } = headers[0]!
  if (layout === 'time name' || !most(names, isProper, 0.8)) return false
  if (headers.every(({ stamp }) => stamp!.isPrecise)) return true
  return layout.startsWith('name') && headers[0]!.stamp!.startMs! < early
}

/** Programs of events begin later in the day than recordings. */
const early = 5 * 60_000

function ascend(lines: Line[]): boolean {
  const times = lines.map(({ stamp }) => stamp!.startMs!)
  const steps = times.slice(1).map((time, n) => time - times[n]!)
  return steps.filter((step) => step >= 0).length >= steps.length * 0.8
}

/** Returns how many of the names occur more than once, are listed, or are those of unknown speakers. */
function recurring(names: string[], listed = new Names()): number {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(keyOf(name), (counts.get(keyOf(name)) ?? 0) + 1)
  return names.filter((name) => counts.get(keyOf(name))! > 1 || listed.isKnown(name)).length
}

function pairsIn(lines: Line[]): Pairs | null {
  const above: string[] = []
  const below: string[] = []
  const times = lines.filter(({ layout }) => layout === 'time')
  if (times.length < 2 || times.length * 60 < lines.length || !ascend(times)) return null
  for (const [n, { layout }] of lines.entries()) {
    if (layout !== 'time') continue
    const [before, after] = [lines[n - 1]?.lone, lines[n + 1]?.lone]
    if (before) above.push(before)
    // A name is above text.
    if (after && lines[n + 2] && lines[n + 2]!.layout !== 'time') below.push(after)
  }
  const enough = Math.max(2, times.length * 0.6)
  const [over, under] = [recurring(above), recurring(below)]
  if (over >= enough && over >= under) return 'name, time'
  return under >= enough ? 'time, name' : null
}

/** Lines are wrapped at this length, or less. */
const widest = 110
/**
 * Returns whether labels without times are the speakers of a dialogue: they recur, begin most paragraphs, and what
 * follows are sentences rather than values.
 */
function isDialogue(labels: Line[], lines: Line[], listed: Names): 'complete' | boolean {
  const spoken = labels.filter(({ name }) => isPerson(name!))
  const names = spoken.map(({ name }) => name!)
  const distinct = new Set(names.map(keyOf))
  const known = recurring(names, listed)
  // Other labels in front are a heading.
  const others = labels.slice(labels.indexOf(spoken[0]!)).length - spoken.length
  if (spoken.length < 3 || distinct.size < 2 || known < (spoken.length + others) / 2) return false
  if (!most(names, isProper, 0.7)) return false
  if (areBelowTimes(labels, lines)) return 'complete'
  if (isRecords(labels) || !hasSentences(spoken)) return false
  const from = lines.indexOf(spoken[0]!)
  const body = lines.slice(from)
  const isLabel = (line: Line): boolean => line.layout === 'name:'
  const isHeading = (line: Line): boolean => isLabel(line) && line.text === ''
  // A line below one that is nearly as long as the longest is a part of it, not a paragraph.
  const wrapped = 0.6 * Math.min(widest, Math.max(...body.map(({ written }) => written.length)))
  const begin = body.filter(
    (line, n) =>
      isLabel(line) || line.isApart || (body[n - 1]!.written.length < wrapped && !isHeading(body[n - 1]!)),
  )
  const apart = body.filter(({ isApart }) => isApart)
  const coverage = Math.max(
    begin.filter(isLabel).length / begin.length,
    apart.length > 2 ? apart.filter(isLabel).length / apart.length : 0,
  )
  if (coverage < 0.5) return false
  return coverage > 0.85 ? 'complete' : true
}

/** Returns whether the times of a recording are above nearly all of the lines. */
function areBelowTimes(below: Line[], lines: Line[]): boolean {
  const of = new Set(below)
  const times = lines.filter(({ layout }, n) => layout === 'time' && of.has(lines[n + 1]!))
  return times.length >= below.length * 0.8 && ascend(times)
}

/** Returns whether nearly all paragraphs begin with a line that is a recurring name; those of plays are indented. */
function areHeadings(lines: Line[]): boolean {
  const begin = lines.filter(({ isApart }, n) => isApart || n === 0)
  const headings = begin.filter(({ lone, written }) => lone && /^\S/.test(written) && isPerson(lone))
  const names = headings.map(({ lone }) => lone!)
  const distinct = new Set(names.map(keyOf)).size
  return (
    distinct > 1 &&
    headings.length >= 3 &&
    headings.length >= begin.length * 0.8 &&
    recurring(names) > names.length * 0.8
  )
}

/** Returns whether the same three or more labels repeat in the same order, as in records of a table. */
function isRecords(labels: Line[]): boolean {
  const keys = labels.map(({ name }) => keyOf(name!))
  const period = keys.indexOf(keys[0]!, 1)
  if (period < 3 || keys.length < period * 2) return false
  return keys.every((key, n) => n < period || key === keys[n - period]) && new Set(keys).size === period
    ? !most(labels, isSentence, 0.6)
    : false
}

const isSentence = ({ text }: Line): boolean => /[.!?…。！？؟।]["'”’»)\]]*\s*$/u.test(text)

/** Values are short and without punctuation. */
function hasSentences(spoken: Line[]): boolean {
  const below = spoken.filter(({ text }) => text === '').length
  if (below > spoken.length / 2) return true
  const words = spoken.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0)
  return most(spoken, isSentence, 0.3) || words >= spoken.length * 3.5
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
