// Separate because few users export a list, so it is loaded when one does.
import { call } from '../../api.ts'
import { mostRows, type Page, type Source } from '../../list.ts'
import { download } from '../download.ts'
import { localDay } from '../format.ts'
import { notifyFailed } from '../notify.tsx'
import { rowsCsv } from './rows-csv.ts'

/** Loads all rows of a list and downloads them as CSV, with the fields of the API. It reports if that fails. */
export async function exportRows(label: string, source: Source): Promise<void> {
  try {
    const content = new Blob([rowsCsv(await allRows(source))], { type: 'text/csv' })
    download(content, `${label} ${localDay(Date.now())}.csv`)
  } catch (error) {
    notifyFailed(`${label} could not be exported`, error)
  }
}

/** Loads all rows of a list, in as few requests as the API allows. */
async function allRows({ operation, input }: Source): Promise<object[]> {
  const rows: object[] = []
  let cursor: string | null = null
  do {
    const request = { ...input, limit: mostRows, ...(cursor !== null && { cursor }) }
    const page = (await call(operation, request, {})) as Page
    rows.push(...page.data)
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}
