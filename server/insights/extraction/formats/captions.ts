import type { Draft } from '../draft.ts'
import { type ContentLimits, ExtractionError } from '../extracted.ts'
import { decodeEntities } from './entities.ts'
import { Speakers } from './speakers.ts'
import { Turns } from './turns.ts'

interface Cue {
  startMs: number
  endMs: number
  lines: string[]
}

const time = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s.*)?$`)
const inlineTime = /<\d{1,4}:\d{2}(?::\d{2})?\.\d{3}>/
const voice = /<v(?:\.[^\s>]*)?\s+([^>]*)>/g

/**
 * Captions as turns: WebVTT (https://www.w3.org/TR/webvtt1/) and SubRip, which differ in nothing that matters here.
 * The names of the speakers are not part of the text.
 */
export function readCaptions(text: string, limits: ContentLimits): Draft {
  const cues = parse(text)
  if (cues === null)
    throw new ExtractionError('format_mismatch', 'The file is named as captions, but no times stand in it.')
  const rolling = inlineTime.test(text)
  const speakers = new Speakers(
    cues.flatMap(({ lines }) => lines.map((line) => plain(line))),
    false,
  )
  const turns = new Turns(limits)
  let last: string[] = []
  for (const cue of cues) {
    const lines = cue.lines.map((line) => line.trim()).filter(Boolean)
    const fresh = rolling ? notRepeated(lines, last) : lines
    last = lines
    for (const { speaker, said } of voices(fresh, speakers)) turns.add({ ...cue, speaker, said })
  }
  return turns.done()
}

/** The cues, in order; null where not one time stands in the text. */
function parse(text: string): Cue[] | null {
  const cues: Cue[] = []
  let cue: Cue | null = null
  let last = ''
  for (const line of text.split(/\r\n|\n|\r/)) {
    const at = line.includes('-->') && line.length < 500 ? timing.exec(line) : null
    if (at) {
      // The number of the next cue is not what the one before says, where no blank line stands between the two.
      if (cue && cue.lines.at(-1) === last && /^\d+$/.test(last)) cue.lines.pop()
      cue = { startMs: milliseconds(at.slice(1, 5)), endMs: milliseconds(at.slice(5, 9)), lines: [] }
      cues.push(cue)
    } else if (line.trim() === '') {
      // Some files have a blank line between a time and what is said then.
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

/** Captions that roll up, as YouTube makes them, say each line again above the next. */
function notRepeated(lines: string[], before: string[]): string[] {
  const known = new Set(before.map(plain))
  return lines.filter((line) => inlineTime.test(line) || !known.has(plain(line)))
}

/** Who says what in a cue: by voice tags, else by a name before a colon; a dash begins another's words. */
function voices(lines: string[], speakers: Speakers) {
  const whole = lines.join('\n')
  const tags = [...whole.matchAll(voice)]
  if (tags.length > 0) {
    const before = plain(whole.slice(0, tags[0]!.index))
    const said = tags.map((tag, index) => ({
      speaker: decodeEntities(tag[1]!).trim() || null,
      said: plain(whole.slice(tag.index + tag[0].length, tags[index + 1]?.index)),
    }))
    return before ? [{ speaker: null, said: before }, ...said] : said
  }
  const spoken: { speaker: string | null; said: string }[] = []
  for (const line of lines) {
    const one = speakers.read(
      plain(line).replace(/^[-–—]\s*(?=\S)/, (dash) => (lines.length > 1 ? '' : dash)),
    )
    const dashed = lines.length > 1 && /^(?:<[^>]*>)*[-–—]/.test(line)
    const previous = spoken.at(-1)
    if (one.speaker === null && previous && !dashed) previous.said = `${previous.said}\n${one.said}`
    else spoken.push(one)
  }
  return spoken
}

/** Without tags, and entities decoded. */
function plain(written: string): string {
  return decodeEntities(
    written
      .replace(/<\/?(?:c|v|b|i|u|s|ruby|rt|lang|font|em|strong|span|\d+:)[^>]*>/gi, '')
      .replace(/\{\\an?\d\}/g, ''),
  ).trim()
}
