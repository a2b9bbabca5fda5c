import { Draft } from '../draft.ts'
import { type ContentLimits, ExtractionError } from '../extracted.ts'

const deepest = 100

/**
 * JSON as rows. An array gives a row for each element, an object a row of what it holds, with a row for each element of
 * the arrays of objects in it (`{"reviews": […]}`). Also takes JSON lines. A row reads `path: value`, a line each.
 */
export function readJson(text: string, limits: ContentLimits): Draft {
  const rows = new Rows(limits)
  const value = parse(text)
  if (Array.isArray(value)) rows.addAll(value)
  else rows.addRoot(value)
  return rows.draft
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

/** One value a line (https://jsonlines.org); null where that is not so either. */
function parseLines(text: string): unknown[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2) return null
  try {
    return lines.map((line) => JSON.parse(line))
  } catch {
    return null
  }
}

/** What the parser says, without the piece of the file that it quotes. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const position = /at position \d+(?: \(line \d+ column \d+\))?/.exec(message)?.[0]
  return position ? `something is wrong ${position}` : 'it ends too early or is not JSON at all'
}

class Rows {
  readonly draft: Draft
  #lines: string[] = []

  constructor(limits: ContentLimits) {
    this.draft = new Draft(limits)
  }

  addAll(values: unknown[]): void {
    values.forEach((value, index) => {
      this.#write('', value, 0)
      this.#end(String(index + 1))
    })
  }

  addRoot(value: unknown): void {
    if (!isRecord(value)) {
      this.#write('', value, 0)
      this.#end(null)
      return
    }
    const tables: unknown[][] = []
    for (const [name, inside] of Object.entries(value)) {
      if (Array.isArray(inside) && inside.some(isRecord)) tables.push(inside)
      else this.#write(name, inside, 1)
    }
    this.#end(null)
    for (const table of tables) this.addAll(table)
  }

  #write(path: string, value: unknown, depth: number): void {
    if (depth > deepest)
      throw new ExtractionError('unreadable', 'The values in the file are nested too deeply.')
    if (value === null || value === '') return
    if (Array.isArray(value)) {
      if (value.some((one) => typeof one === 'object' && one !== null)) {
        value.forEach((one, index) => {
          this.#write(path ? `${path} ${index + 1}` : String(index + 1), one, depth + 1)
        })
      } else {
        this.#write(path, value.filter((one) => one !== null).join(', '), depth)
      }
    } else if (isRecord(value)) {
      for (const [name, inside] of Object.entries(value))
        this.#write(path ? `${path}.${name}` : name, inside, depth + 1)
    } else {
      const written = String(value)
      if (written.trim() !== '') this.#lines.push(path ? `${path}: ${written}` : written)
    }
  }

  #end(label: string | null): void {
    this.draft.add('row', this.#lines.join('\n'), { label })
    this.#lines = []
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
