import * as api from '#contract'
import { type TestApp, untilImported } from '#testing'

export interface Given {
  columns: Record<string, string>
  key: string
  dryRun: boolean
}

/** A call's input of a file with its fields, as the client sends them. */
export const inputOf = (content: string | Uint8Array<ArrayBuffer>, given: object, name = 'file.csv') =>
  ({ ...given, file: new File([content], name) }) as unknown as api.Input<typeof api.createImport>

/** Imports a file as the admin and waits for its end. */
export async function imported(
  app: TestApp,
  kind: api.ImportKind,
  content: string | Uint8Array<ArrayBuffer>,
  given: Partial<Given> = {},
): Promise<api.Import> {
  const admin = app.as('admin')
  const { id } = await admin.call(api.createImport, inputOf(content, { kind, ...given }))
  return untilImported(admin, id)
}

/** Returns the errors of an import as `row field: message`. */
export async function errorsOf(app: TestApp, { id: importId }: api.Import): Promise<string[]> {
  const { data } = await app.as('admin').call(api.listImportErrors, { importId, limit: 200 })
  return data.map(({ row, field, message }) => `${row} ${field}: ${message}`)
}

/** Reads an export as the admin. */
export const exported = async (app: TestApp, kind: api.ExportKind, format: 'csv' | 'ndjson' = 'csv') =>
  (await app.as('admin').call(api.exportRecords, { kind, format })).text()
