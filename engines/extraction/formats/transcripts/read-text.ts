import { Draft } from '../../draft.ts'
import type { ContentLimits } from '../../extracted.ts'
import { lines as linesIn, paragraphs } from '../../passages.ts'
import { type Turn, Turns } from './join.ts'
import { isProper } from './label.ts'
import { type Plan, planOf } from './layout.ts'
import { type Line, parseLine } from './line.ts'
import { withoutNumbers } from './numbers.ts'
import { paired } from './pairs.ts'
import { readTable } from './read-table.ts'

/** The beginning of a text shows whether it is a transcript. */
const sampleChars = 200_000

/**
 * Reads a text as a transcript, whatever its layout. Names and times become those of the turns; all other words stay in
 * the text or in labels, so that nothing is lost.
 * @param isStated whether its sender states that it is a transcript
 * @returns null if it is no transcript, which is decided from its beginning
 */
export function readTranscript(written: string, limits: ContentLimits, isStated = false): Draft | null {
  const text = withoutNumbers(written)
  const table = readTable(text, limits)
  if (table) return table
  const plan = planOf([...parse(text.slice(0, sampleChars))], isStated)
  if (!plan) return null
  collectNames(text, plan)
  return turnsOf(text, plan, limits)
}

const rule = /^\s{0,8}[-–—=_]{3,100}$/

/** Finds lines with words. */
function* parse(text: string): Generator<Line> {
  let isApart = false
  let isFirst = true
  for (const [start, end] of linesIn(text)) {
    const written = text.slice(start, end).trimEnd()
    if (/\S/.test(written)) {
      yield parseLine(written, isApart, isFirst)
      isApart = rule.test(written)
      isFirst = false
    } else isApart = true
  }
}

/** Takes a line that begins a paragraph and is nothing but a name as the beginning of a turn. */
function* headed(lines: Iterable<Line>, layouts: Plan['layouts']): Generator<Line> {
  let isFirst = true
  for (const line of lines) {
    const isHeading = layouts.has('name') && line.lone !== null && (line.isApart || isFirst)
    yield isHeading ? { ...line, layout: 'name', name: line.lone, text: '' } : line
    isFirst = false
  }
}

function collectNames(text: string, { layouts, pairs, names, isTimed }: Plan): void {
  for (const { name, layout } of headed(paired(parse(text), pairs), layouts)) {
    if (name === null || !layouts.has(layout)) continue
    // In a transcript with times, words before a colon are a speaker only if they have a time elsewhere.
    if (layout !== 'name:' || !isTimed) names.see(name)
  }
}

function turnsOf(text: string, plan: Plan, limits: ContentLimits): Draft {
  const turns = new Turns(new Draft(limits), '\n')
  const before: string[] = []
  let open = null as (Turn & { lines: Line[]; header: string }) | null
  let time: Line | null = null
  /** How many turns have several paragraphs. */
  let divided = 0
  let count = 0
  /** When the turn before ended, if the text states it. */
  let ended = 0
  const close = (next: string | null = null) => {
    if (!open) return
    const { lines, header, ...turn } = open
    if (lines.slice(1).some(({ isApart }) => isApart)) divided++
    count++
    const endMs = lines.findLast((line) => line.endMs !== null)?.endMs ?? null
    if (endMs === null) turns.add({ ...turn, text: textOf(lines) })
    else turns.add({ ...turn, text: textOf(lines), startMs: turn.startMs ?? ended, endMs })
    ended = endMs ?? turn.endMs ?? ended
    // Nobody said anything.
    if (lines.length === 0 && turn.speaker !== next) turns.addParagraph(header)
  }
  for (const line of headed(paired(parse(text), plan.pairs), plan.layouts)) {
    if (line.layout === 'time' && plan.layouts.has('time')) {
      time = line
      continue
    }
    if (line.layout === 'day' && plan.layouts.has('day')) {
      close()
      open = null
      before.push(line.written)
      continue
    }
    const turn = beginning(line, plan, open, time !== null)
    if (turn || time) {
      if (open) close(turn?.speaker)
      else flush(before.splice(0), turns)
      const { startMs = null, endMs = null } = time?.stamp ?? {}
      const same: string | null = open?.speaker ?? null
      open = turn
        ? {
            ...turn,
            label: turn.label ?? time?.note ?? null,
            startMs: turn.startMs ?? startMs,
            endMs: turn.endMs ?? endMs,
            lines: [],
            header: line.written,
          }
        : { ...{ speaker: same, startMs, endMs, label: time?.note ?? null, text: '' }, lines: [], header: '' }
      const rest = turn ? turn.text : line.written
      if (rest !== '') open.lines.push({ ...line, written: rest, isApart: false })
      time = null
    } else if (open) open.lines.push(line)
    else before.push(line.isApart ? `\n${line.written}` : line.written)
  }
  if (!open) {
    // Someone stated that this is a transcript.
    if (count === 0) turns.add({ speaker: null, text: before.join('\n'), startMs: null, endMs: null })
    else flush(before, turns)
    return turns.end()
  }
  // What a program writes below the last turn, unless turns have paragraphs.
  const { lines } = open
  const tail = lines.findIndex(({ isApart }, n) => n > 0 && isApart)
  const last = lines.findLastIndex(({ isApart }, n) => n > 0 && isApart)
  const from =
    divided === 0
      ? tail
      : isFooter.test(
            lines
              .slice(last)
              .map(({ written }) => written)
              .join('\n'),
          )
        ? last
        : -1
  const after = from > 0 && count > 1 ? lines.splice(from) : []
  close()
  flush(
    after.map(({ written }) => written),
    turns,
  )
  return turns.end()
}

/** `Transcribed by https://otter.ai` */
const isFooter = /https?:\/\/\S{1,100}$|^.{0,40}(?:transcri|transkri|trascri|транскри)/i

const textOf = (lines: Line[]): string =>
  lines.map(({ written, isApart }, n) => (isApart && n > 0 ? `\n${written}` : written)).join('\n')

function flush(written: string[], turns: Turns): void {
  const all = written.join('\n')
  for (const [start, end] of paragraphs(all)) turns.addParagraph(all.slice(start, end))
}

/** Returns the turn that a line begins, or null. */
function beginning(line: Line, plan: Plan, open: Turn | null, isBelowTime: boolean): Turn | null {
  const { layout, text, stamp, note: label } = line
  const { names, isTimed, isChat } = plan
  if (!plan.layouts.has(layout)) return null
  const name = line.name!
  const { startMs = null, endMs = null } = stamp ?? {}
  const turn = { speaker: line.name, text, startMs, endMs, label, isApart: isChat }
  if (layout === 'dated text') return turn
  if (layout === 'time text' || !plan.hasSpeakers)
    return stamp!.isBracketed || stamp!.isPrecise || !open
      ? { ...turn, text: line.rest, speaker: open?.speaker ?? null }
      : null
  // `Interviewer: Ada Lovelace` is above the first turn.
  if (!open && layout === 'name:' && !isTimed && names.isHeading(name) && !/\p{P}$/u.test(text)) return null
  // `Ada: 12:30` is an answer.
  if (layout === 'name: time' && !isTimed && !stamp!.isBracketed)
    return { ...turn, text: line.rest, startMs: null, endMs: null }
  if (isChat && stamp?.startMs != null)
    return { ...turn, label: label ?? stamp.written, startMs: null, endMs: null }
  // What a chat program notes itself may have a colon: `Ada created the group “Team: A”`.
  if (isChat && layout === 'time name') return { ...turn, speaker: null, text: line.rest }
  if (names.isSpeaker({ name, text, isMarked: isBelowTime })) return turn
  const isNick = isChat && name.split(' ').length <= mostInNick
  if (isTimed && layout !== 'name:' && (isProper(name) || isNick || names.doesRecur(name))) return turn
  return isChat ? { ...turn, speaker: null, text: `${name}: ${text}` } : null
}

/** Contacts are often in lower case. */
const mostInNick = 4
