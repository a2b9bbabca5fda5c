import type { z } from 'zod'
import { UsageError } from '../failure.ts'
import { closest } from '../suggest.ts'
import { print, printLine, say, terminal } from '../terminal.ts'
import { type Column, cellOf, columnsOf, headingOf } from './columns.ts'
import { printJson, printJsonLines } from './json.ts'
import { record } from './record.ts'
import { createTable } from './table.ts'

export interface Wanted {
  asJson: boolean
  /** Names of columns, separated by commas; those that fit unless given. */
  columns: string | undefined
  /** Whether more pages follow: rows are printed as they come, and nothing beside them. */
  asLines: boolean
}

/** Prints answers of one operation, those of a list with their rows below one another. */
export function showAnswer(row: z.core.$ZodType | undefined, { asJson, columns, asLines }: Wanted) {
  const table = row && createTable(chosenOf(columnsOf(row), columns), columns !== undefined)
  let isEmpty = true
  return async (answer: unknown): Promise<void> => {
    if (!table && !asJson)
      return printLine(typeof answer === 'object' && answer ? record(answer) : String(answer))
    const {
      data = [],
      nextCursor,
      cursor: _,
      ...beside
    } = answer as { data?: unknown[] } & Record<string, unknown>
    if (asJson) return asLines ? printJsonLines(data) : printJson(answer)
    if (data.length > 0) await table?.(data)
    else if (isEmpty) say('There is nothing to list.')
    isEmpty &&= data.length === 0
    if (asLines) return
    if (terminal.reads && data.length > 0) await printBeside(beside)
    if (nextCursor) say(`There is more: the next page with --cursor ${nextCursor}, everything with --all.`)
  }
}

/** Prints one field of an answer and nothing else, for a shell to keep. */
export function showField(result: z.core.$ZodType, name: string) {
  const column = columnNamed(columnsOf(result), name, '--field')
  return (answer: unknown): Promise<void> => printLine(cellOf(answer, column))
}

/** What is said of the list as a whole. */
async function printBeside(beside: Record<string, unknown>): Promise<void> {
  const plain = Object.entries(beside).filter(([, value]) => value !== null && !Array.isArray(value))
  if (plain.length > 0) await print(`\n${record(Object.fromEntries(plain))}\n`)
}

function chosenOf(all: Column[], names: string | undefined): Column[] {
  return names?.split(',').map((name) => columnNamed(all, name.trim(), '--columns')) ?? all
}

/** @throws UsageError where there is none of that name */
function columnNamed(all: Column[], name: string, option: string): Column {
  const found = all.find((column) => headingOf(column) === name)
  if (found) return found
  const near = closest(name, all.map(headingOf))
  throw new UsageError(`${option}: there is no ${name}${near ? `. Did you mean ${near}?` : ''}`)
}
