import { own } from '#rules/own'
import type { Draft } from '../draft.ts'
import { type ContentLimits, ExtractionError } from '../extracted.ts'
import { type Cue, cuesIn } from './cues.ts'
import { joinCaptions, type Turn } from './transcripts/join.ts'
import { isProper, type Label, labelOf } from './transcripts/label.ts'
import { Names } from './transcripts/names.ts'

interface Spoken {
  speaker: string | null
  text: string
  /** Whether a mark shows that another speaker begins: a dash or `>>`. */
  isMarked: boolean
}

const inlineTime = /<\d{1,4}:\d{2}(?::\d{2})?\.\d{3}>/
/** The beginning of a voice, with its name, or the end of one. */
const voice = /<v(?:\.[^\s<>]*)?\s([^<>]*)>|<\/v>/g

/**
 * Reads captions as turns: WebVTT (https://www.w3.org/TR/webvtt1/) and SubRip, which are the same here. The names of
 * speakers are not part of the text; other words before a colon are.
 */
export function readCaptions(text: string, limits: ContentLimits): Draft {
  const cues = cuesIn(text)
  if (cues === null)
    throw new ExtractionError('format_mismatch', 'The file is named as captions but contains no times.')
  const rolling = new Rolling(cues)
  const names = namesIn(cues)
  const isContinued = firstHasSpeaker(cues, names)
  let open: string | null = null
  const captions = cues.flatMap(({ startMs, endMs, lines, ...cue }): Turn[] => {
    const written = lines.map((line) => line.trim()).filter(Boolean)
    return voices(rolling.withoutRepeated(written), names).map((voice) => {
      open = voice.speaker ?? cue.speaker ?? (isContinued && !voice.isMarked ? open : null)
      return { text: voice.text, speaker: open, startMs, endMs }
    })
  })
  return joinCaptions(captions, limits)
}

/** Returns the name before a colon or in brackets: `[Ada] …`. Unless most captions have a name, that is a sound. */
function labelIn(line: string, mayBeInBrackets: boolean): Label | null {
  if (!mayBeInBrackets) return labelOf(line)
  const [head, name] = /^[[(<]([^[\]()<>]{1,100})[\])>]:?(?:\s+|$|(?<=>))/.exec(line) ?? []
  return head ? { name: name!, text: line.slice(head.length), isMarked: false } : labelOf(line)
}

/** Most captions of programs that write a name before each turn have one, as Zoom's do. */
const mostOfAll = 0.7

function namesIn(cues: Cue[]): Names {
  const names = new Names()
  let labeled = 0
  const labels = cues.map(({ lines }) => lines.map((line) => labelIn(undashed(plain(line)), true)))
  for (const label of labels.flat()) if (label) names.see(label.name)
  for (const [label] of labels) if (label && (isProper(label.name) || names.doesRecur(label.name))) labeled++
  names.areExpected = labeled > 2 && labeled >= cues.length * mostOfAll
  return names
}

/**
 * Returns whether the first caption has a speaker before a colon. Captions without one then continue the one before; in
 * films, only some speakers are named.
 */
function firstHasSpeaker(cues: Cue[], names: Names): boolean {
  const first = cues.find(
    ({ startMs, lines }) => startMs !== null && lines.some((line) => plain(line) !== ''),
  )
  const label = first && labelIn(plain(first.lines[0]!), names.areExpected)
  return Boolean(label && names.isSpeaker(label))
}

/** Rolling captions repeat lines above new ones, as YouTube's do. */
class Rolling {
  /** Whether a line without the times of its words may repeat any line, as in captions that were converted to SubRip. */
  readonly #isUntimed: boolean
  /** The lines of the cue before, and whether the next one may repeat them. */
  #before: { line: string; isRolling: boolean }[] = []

  constructor(cues: Cue[]) {
    const lines = cues.map((cue) => cue.lines.map(plain).filter(Boolean))
    const repeated = lines.filter((written, n) => written.length > 1 && written[0] === lines[n - 1]?.at(-1))
    this.#isUntimed = repeated.length > 2 && repeated.length > cues.length / 3
  }

  /** Leaves out the lines at the beginning of a cue with which the one before ended. */
  withoutRepeated(written: string[]): string[] {
    const lines = written.map(plain)
    const isRepeat = (count: number): boolean => {
      const before = this.#before.slice(-count)
      return before.every(
        ({ line, isRolling }, n) => isRolling && line === lines[n] && !inlineTime.test(written[n]!),
      )
    }
    const most = Math.min(written.length, this.#before.length, mostRolling)
    const repeated = Array.from({ length: most }, (_, n) => most - n).find(isRepeat) ?? 0
    this.#before = lines.map((line, n) => ({
      line,
      isRolling: this.#isUntimed || n < repeated || inlineTime.test(written[n]!),
    }))
    return written.slice(repeated)
  }
}

/** Captions have few lines. */
const mostRolling = 8

/** Finds the speakers of a cue: by voice tags, or by names before a colon. A dash marks another speaker. */
function voices(lines: string[], names: Names): Spoken[] {
  const whole = lines.join('\n')
  const spokenHere = whole.startsWith('{') ? fromJson(whole) : null
  if (spokenHere) return [spokenHere]
  const tags = [...whole.matchAll(voice)]
  if (tags.length > 0) {
    const spoken = tags.map(({ index, 0: tag, 1: name = '' }, n) => ({
      speaker: speakerOf(decodeEntities(name)),
      text: plain(whole.slice(index + tag.length, tags[n + 1]?.index)),
      isMarked: true,
    }))
    const before = plain(whole.slice(0, tags[0]!.index))
    return [{ speaker: null, text: before, isMarked: true }, ...spoken].filter(({ text }) => text !== '')
  }
  const spoken: Spoken[] = []
  for (const line of lines.map(plain)) {
    const written = lines.length > 1 ? undashed(line) : line
    const label = labelIn(written, names.areExpected)
    const isMarked = written !== line || written.startsWith('>>')
    const previous = spoken.at(-1)
    if (label && names.isSpeaker(label)) spoken.push({ speaker: label.name, text: label.text, isMarked })
    else {
      const text = written.replace(/^>>+\s*/, '')
      if (previous && !isMarked) previous.text = `${previous.text}\n${text}`
      else spoken.push({ speaker: null, text, isMarked })
    }
  }
  return spoken
}

/** Reads a caption with the metadata of Microsoft Graph: `{"speakerName":"Ada","spokenText":"…"}`. */
function fromJson(written: string): Spoken | null {
  try {
    const { speakerName, spokenText } = JSON.parse(written)
    if (typeof spokenText !== 'string') return null
    return { speaker: typeof speakerName === 'string' ? speakerName : null, text: spokenText, isMarked: true }
  } catch {
    return null
  }
}

/** Some programs write `<v ->` for a speaker without a name. */
function speakerOf(written: string): string | null {
  const name = written.trim()
  return /^[-–—]*$/.test(name) ? null : name
}

const undashed = (line: string): string => line.replace(/^[-–—]\s*(?=\S)/, '')

/** Removes tags and decodes entities. */
function plain(written: string): string {
  return decodeEntities(
    written
      .replace(/<\/?(?:c|v|b|i|u|s|ruby|rt|lang|font|em|strong|span)(?:[.\s][^<>]*)?>|<\d+:[^<>]*>/gi, '')
      .replace(/\{\\[^{}]{0,100}\}/g, ''),
  ).trim()
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

/** Decodes the character references of WebVTT; leaves others unchanged. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return own(named, name.toLowerCase()) ?? whole
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
