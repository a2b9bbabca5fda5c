import type { Draft } from '../draft.ts'
import { type ContentLimits, ExtractionError } from '../extracted.ts'
import { decodeEntities } from './entities.ts'
import { joinCaptions, type Turn } from './transcripts/join.ts'
import { isProper, type Label, labelOf } from './transcripts/label.ts'
import { Names } from './transcripts/names.ts'

interface Cue {
  startMs: number
  endMs: number
  /** Named by the identifier of the cue: `1 "Ada Lovelace" (123)`, as in Webex. */
  speaker: string | null
  lines: string[]
}

interface Spoken {
  speaker: string | null
  text: string
  /** Whether a mark shows that another speaker begins: a dash or `>>`. */
  isMarked: boolean
}

const time = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s.*)?$`)
const inlineTime = /<\d{1,4}:\d{2}(?::\d{2})?\.\d{3}>/
const identifier = /^\d+ "([^"]{1,100})"(?: \(\d+\))?\s*$/
const voice = /<v(?:\.[^\s>]*)?\s+([^>]*)>/g

/**
 * Reads captions as turns: WebVTT (https://www.w3.org/TR/webvtt1/) and SubRip, which are the same here. The names of
 * speakers are not part of the text; other words before a colon are.
 */
export function readCaptions(text: string, limits: ContentLimits): Draft {
  const cues = parse(text)
  if (cues === null)
    throw new ExtractionError('format_mismatch', 'The file is named as captions but contains no times.')
  const rolling = inlineTime.test(text) || areRepeated(cues)
  const names = namesIn(cues)
  const isContinued = firstHasSpeaker(cues, names)
  let last: string[] = []
  let open: string | null = null
  const captions = cues.flatMap(({ startMs, endMs, lines, ...cue }): Turn[] => {
    const written = lines.map((line) => line.trim()).filter(Boolean)
    const fresh = rolling ? notRepeated(written, last) : written
    last = written
    return voices(fresh, names).map((voice) => {
      open = voice.speaker ?? cue.speaker ?? (isContinued && !voice.isMarked ? open : null)
      return { text: voice.text, speaker: open, startMs, endMs }
    })
  })
  return joinCaptions(captions, limits)
}

/** Returns the name before a colon or in brackets: `[Ada] …`. Unless most captions have a name, that is a sound. */
function nameOf(line: string, mayBeInBrackets: boolean): Label | null {
  if (!mayBeInBrackets) return labelOf(line)
  const [head, name] = /^[[(<]([^[\]()<>]{1,100})[\])>]:?(?:\s+|$|(?<=>))/.exec(line) ?? []
  return head ? { name: name!, text: line.slice(head.length), isMarked: false } : labelOf(line)
}

/** Most captions of programs that write a name before each turn have one, as Zoom's do. */
const mostOfAll = 0.7

function namesIn(cues: Cue[]): Names {
  const names = new Names()
  let labeled = 0
  const labels = cues.map(({ lines }) => lines.map((line) => nameOf(undashed(plain(line)), true)))
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
  const first = cues.find(({ lines }) => lines.some((line) => plain(line) !== ''))
  const label = first && nameOf(plain(first.lines[0]!), names.areExpected)
  return Boolean(label && names.isSpeaker(label))
}

/** Parses cues; null if the text contains no times. */
function parse(text: string): Cue[] | null {
  const cues: Cue[] = []
  let cue: Cue | null = null
  let last = ''
  for (const line of text.split(/\r\n|\n|\r/)) {
    const at = line.includes('-->') && line.length < 500 ? timing.exec(line) : null
    if (at) {
      // Without a blank line, the number of a cue looks like text of the previous one.
      if (cue && cue.lines.at(-1) === last && (/^\d+$/.test(last) || identifier.test(last))) cue.lines.pop()
      const speaker: string | null = identifier.exec(last)?.[1] ?? null
      cue = { startMs: milliseconds(at.slice(1, 5)), endMs: milliseconds(at.slice(5, 9)), speaker, lines: [] }
      cues.push(cue)
    } else if (line.trim() === '') {
      // Some files have a blank line between a time and its text.
      if (cue && cue.lines.length > 0) cue = null
    } else {
      cue?.lines.push(line)
    }
    last = line
  }
  if (cues.length === 0) return /^\uFEFF?WEBVTT\b/.test(text) ? [] : null
  return cues
}

function milliseconds([hours, minutes, seconds, fraction]: (string | undefined)[]): number {
  return (
    ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 +
    Number(fraction!.padEnd(3, '0'))
  )
}

/** Rolling captions, such as YouTube's, repeat each line above the next. */
function notRepeated(lines: string[], before: string[]): string[] {
  const known = new Set(before.map(plain))
  return lines.filter((line) => inlineTime.test(line) || !known.has(plain(line)))
}

/** Returns whether cues repeat the line before above a new one, as in captions of YouTube that were converted to SubRip. */
function areRepeated(cues: Cue[]): boolean {
  const lines = cues.map((cue) => cue.lines.map(plain).filter(Boolean))
  const repeated = lines.filter((written, n) => written.length > 1 && written[0] === lines[n - 1]?.at(-1))
  return repeated.length > 2 && repeated.length > cues.length / 3
}

/** Finds the speakers of a cue: by voice tags, or by names before a colon. A dash marks another speaker. */
function voices(lines: string[], names: Names): Spoken[] {
  const whole = lines.join('\n')
  const spokenHere = whole.startsWith('{') ? fromJson(whole) : null
  if (spokenHere) return [spokenHere]
  const tags = [...whole.matchAll(voice)]
  if (tags.length > 0) {
    const before = plain(whole.slice(0, tags[0]!.index))
    const spoken = tags.map((tag, index) => ({
      speaker: speakerOf(decodeEntities(tag[1]!)),
      text: plain(whole.slice(tag.index + tag[0].length, tags[index + 1]?.index)),
      isMarked: true,
    }))
    return before ? [{ speaker: null, text: before, isMarked: true }, ...spoken] : spoken
  }
  const spoken: Spoken[] = []
  for (const line of lines.map(plain)) {
    const written = lines.length > 1 ? undashed(line) : line
    const label = nameOf(written, names.areExpected)
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
      .replace(/<\/?(?:c|v|b|i|u|s|ruby|rt|lang|font|em|strong|span)(?:[.\s][^>]*)?>|<\d+:[^>]*>/gi, '')
      .replace(/\{\\an?\d\}/g, ''),
  ).trim()
}
