import { Draft } from '../../draft.ts'
import type { ContentLimits } from '../../extracted.ts'
import { lines as linesIn, paragraphs } from '../../passages.ts'
import { type Turn, Turns } from './join.ts'
import { isProper } from './label.ts'
import { type Plan, planOf } from './layout.ts'
import { type Line, parseLine } from './line.ts'
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
  const reader = new TurnReader(plan, limits)
  for (const line of headed(paired(parse(text), plan.pairs), plan.layouts)) reader.read(line)
  return reader.end()
}

/** A turn whose lines are still being read. */
type OpenTurn = Turn & { lines: Line[]; header: string }

class TurnReader {
  readonly #plan: Plan
  readonly #turns: Turns
  /** What is written above the first turn, or between two. */
  #before: string[] = []
  #open: OpenTurn | null = null
  #time: Line | null = null
  /** How many turns have several paragraphs. */
  #divided = 0
  #count = 0
  /** When the turn before ended, if the text states it. */
  #ended = 0

  constructor(plan: Plan, limits: ContentLimits) {
    this.#plan = plan
    this.#turns = new Turns(new Draft(limits), '\n')
  }

  read(line: Line): void {
    const { layouts } = this.#plan
    if (line.layout === 'time' && layouts.has('time')) {
      this.#time = line
      return
    }
    if (line.layout === 'day' && layouts.has('day')) {
      this.#close()
      this.#open = null
      this.#before.push(line.written)
      return
    }
    const turn = beginning(line, this.#plan, this.#open, this.#time !== null)
    if (turn || this.#time) this.#begin(turn, line)
    else if (this.#open) this.#open.lines.push(line)
    else this.#before.push(line.isApart ? `\n${line.written}` : line.written)
  }

  end(): Draft {
    if (this.#open) {
      const after = this.#takeTail(this.#open.lines)
      this.#close()
      flush(after, this.#turns)
    } else if (this.#count === 0) {
      // Someone stated that this is a transcript.
      const text = this.#before.join('\n')
      this.#turns.add({ speaker: null, text, startMs: null, endMs: null })
    } else flush(this.#before, this.#turns)
    return this.#turns.end()
  }

  /** Begins a turn with a line. Without a turn, the speaker continues below the time. */
  #begin(turn: Turn | null, line: Line): void {
    if (this.#open) this.#close(turn?.speaker)
    else flush(this.#before.splice(0), this.#turns)
    const { startMs = null, endMs = null } = this.#time?.stamp ?? {}
    const note = this.#time?.note ?? null
    const next: OpenTurn = turn
      ? {
          ...turn,
          label: turn.label ?? note,
          startMs: turn.startMs ?? startMs,
          endMs: turn.endMs ?? endMs,
          lines: [],
          header: line.written,
        }
      : { speaker: this.#open?.speaker ?? null, startMs, endMs, label: note, text: '', lines: [], header: '' }
    const rest = turn ? turn.text : line.written
    if (rest !== '') next.lines.push({ ...line, written: rest, isApart: false })
    this.#open = next
    this.#time = null
  }

  #close(next: string | null = null): void {
    if (!this.#open) return
    const { lines, header, ...turn } = this.#open
    if (lines.slice(1).some(({ isApart }) => isApart)) this.#divided++
    this.#count++
    const endMs = lines.findLast((line) => line.endMs !== null)?.endMs ?? null
    const text = textOf(lines)
    this.#turns.add(
      endMs === null ? { ...turn, text } : { ...turn, text, startMs: turn.startMs ?? this.#ended, endMs },
    )
    this.#ended = endMs ?? turn.endMs ?? this.#ended
    // A header without lines is text, as nobody said anything.
    if (lines.length === 0 && turn.speaker !== next) this.#turns.addParagraph(header)
  }

  /** Removes what a program writes below the last turn, unless turns have paragraphs. Returns it. */
  #takeTail(lines: Line[]): string[] {
    const tail = lines.findIndex(({ isApart }, n) => n > 0 && isApart)
    const last = lines.findLastIndex(({ isApart }, n) => n > 0 && isApart)
    const writtenFrom = (n: number) => lines.slice(n).map(({ written }) => written)
    const ofDivided = isFooter.test(writtenFrom(last).join('\n')) ? last : -1
    const from = this.#divided === 0 ? tail : ofDivided
    return from > 0 && this.#count > 1 ? lines.splice(from).map(({ written }) => written) : []
  }
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

/** A number before a line, as in records of courts. */
const lineNumber = /^\s{0,8}(\d{1,5})(?:\s{2,40}|\t)(?=\S)/
const sampled = 200

/** Removes the numbers of lines, if nearly all lines have one and each is the next. */
function withoutNumbers(text: string): string {
  const numbers: (number | null)[] = []
  for (const [start, end] of linesIn(text)) {
    const head = text.slice(start, Math.min(end, start + 80))
    if (head.trim() === '') continue
    const found = lineNumber.exec(head)
    numbers.push(found && Number(found[1]))
    if (numbers.length === sampled) break
  }
  const next = numbers.filter((one, n) => n > 0 && one !== null && one === (numbers[n - 1] ?? 0) + 1)
  if (next.length < 3 || next.length < (numbers.length - 1) * 0.8) return text
  return [...linesIn(text)].map(([start, end]) => text.slice(start, end).replace(lineNumber, '')).join('\n')
}
