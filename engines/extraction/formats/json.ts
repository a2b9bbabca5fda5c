import { Draft } from '../draft.ts'
import { type ContentLimits, ExtractionError } from '../extracted.ts'
import { Turns } from './transcripts/join.ts'
import { type JsonTranscript, transcriptIn } from './transcripts/read-json.ts'

const deepest = 100

/**
 * Reads JSON or JSON lines as rows of `path: value`, a line each. An array becomes a row per element; an object becomes a
 * row, and a row for each element of its arrays of objects (`{"reviews": […]}`). A transcript becomes turns.
 */
export function readJson(text: string, limits: ContentLimits, mayBeTranscript = true): Draft {
  const value = parse(text)
  const transcript = mayBeTranscript ? transcriptIn(value) : null
  return transcript ? readTurns(transcript, limits) : readRows(value, limits)
}

function readTurns({ turns, rest }: JsonTranscript, limits: ContentLimits): Draft {
  const draft = new Draft(limits)
  draft.addLines(linesOf('', rest, 0))
  const joined = new Turns(draft, ' ')
  for (const turn of turns) joined.add(turn)
  joined.end()
  return draft
}

function readRows(value: unknown, limits: ContentLimits): Draft {
  const draft = new Draft(limits)
  const addRows = (values: unknown[]) => {
    for (const [n, value] of values.entries()) draft.addLines(linesOf('', value, 0), { label: String(n + 1) })
  }

  if (Array.isArray(value)) addRows(value)
  else if (!isRecord(value)) draft.addLines(linesOf('', value, 0))
  else {
    const fields = Object.entries(value)
    const isTable = (inside: unknown) => Array.isArray(inside) && inside.some(isRecord)
    const single = fields.filter(([, inside]) => !isTable(inside))
    draft.addLines(single.values().flatMap(([name, inside]) => linesOf(name, inside, 1)))
    for (const [, inside] of fields) if (isTable(inside)) addRows(inside as unknown[])
  }
  return draft
}

/** Writes a value as lines of `path: value`. */
function* linesOf(path: string, value: unknown, depth: number): Generator<string> {
  if (depth > deepest)
    throw new ExtractionError('unreadable', 'The values in the file are nested too deeply.')
  if (value === null || value === '') return
  if (Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null)) {
    for (const [n, one] of value.entries())
      yield* linesOf(path ? `${path} ${n + 1}` : String(n + 1), one, depth + 1)
  } else if (Array.isArray(value)) {
    yield* linesOf(path, value.filter((one) => one !== null).join(', '), depth)
  } else if (isRecord(value)) {
    for (const [name, inside] of Object.entries(value))
      yield* linesOf(path ? `${path}.${name}` : name, inside, depth + 1)
  } else {
    const written = String(value)
    if (written.trim() !== '') yield path ? `${path}: ${written}` : written
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const values = parseLines(text)
    if (values) return values
    throw new ExtractionError('unreadable', `The file is not valid JSON: ${reason(error)}.`)
  }
}

/** Parses a value per line (https://jsonlines.org); null if it is not JSON lines. */
function parseLines(text: string): unknown[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2) return null
  try {
    return lines.map((line) => JSON.parse(line))
  } catch {
    return null
  }
}

/** Returns the parser's message without its quotation from the file. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const position = /at position \d+(?: \(line \d+ column \d+\))?/.exec(message)?.[0]
  return position ? `syntax error ${position}` : 'it is incomplete or not JSON'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
