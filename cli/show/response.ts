import type { z } from 'zod'
import { UsageError } from '../failure.ts'
import { closest } from '../suggest.ts'
import { type Column, cellOf, columnsOf, headingOf } from './columns.ts'
import { printJson, printJsonLines } from './json.ts'
import { record } from './record.ts'
import { createTable } from './table.ts'
import { log, print, printLine, terminal } from './terminal.ts'

export interface ShowOptions {
  asJson: boolean
  /** Column names, separated by commas; by default those that fit. */
  columns: string | undefined
  /** Whether more pages may follow: only rows are printed. */
  asLines: boolean
}

/** Returns a function that prints responses of one operation; pages of a list form one table. */
export function showResponse(row: z.core.$ZodType | undefined, { asJson, columns, asLines }: ShowOptions) {
  const table = row && createTable(selectColumns(columnsOf(row), columns), columns !== undefined)
  let isEmpty = true
  return async (response: unknown): Promise<void> => {
    if (!table && !asJson)
      return printLine(typeof response === 'object' && response ? record(response) : String(response))
    const {
      data = [],
      nextCursor,
      cursor: _,
      ...summary
    } = response as { data?: unknown[] } & Record<string, unknown>
    if (asJson) return asLines ? printJsonLines(data) : printJson(response)
    if (data.length > 0) await table?.(data)
    else if (isEmpty) log('No results.')
    isEmpty &&= data.length === 0
    if (asLines) return
    if (terminal.isInteractive && data.length > 0) await printSummary(summary)
    if (nextCursor) log(`More results: use --cursor ${nextCursor} for the next page, or --all for all pages.`)
  }
}

/** Returns a function that prints one field of a response, for use in a shell. */
export function showField(result: z.core.$ZodType, name: string) {
  const column = columnNamed(columnsOf(result), name, '--field')
  return (response: unknown): Promise<void> => printLine(cellOf(response, column))
}

/** Prints the fields of the list as a whole. */
async function printSummary(summary: Record<string, unknown>): Promise<void> {
  const plain = Object.entries(summary).filter(([, value]) => value !== null && !Array.isArray(value))
  if (plain.length > 0) await print(`\n${record(Object.fromEntries(plain))}\n`)
}

function selectColumns(all: Column[], names: string | undefined): Column[] {
  return names?.split(',').map((name) => columnNamed(all, name.trim(), '--columns')) ?? all
}

/** @throws UsageError if the column does not exist */
function columnNamed(all: Column[], name: string, option: string): Column {
  const found = all.find((column) => headingOf(column) === name)
  if (found) return found
  const suggestion = closest(name, all.map(headingOf))
  throw new UsageError(`${option}: unknown field ${name}${suggestion ? `. Did you mean ${suggestion}?` : ''}`)
}
