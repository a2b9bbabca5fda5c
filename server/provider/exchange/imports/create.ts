import { record } from '#audit'
import { createImport } from '#contract'
import type { Files } from '#files'
import { type Implementation, implement, type Jobs, newId } from '#platform'
import { imports, toImport } from './import-rows.ts'
import { formOf, inspectUpload } from './inspect.ts'
import { planColumns } from './plan.ts'
import type { ImportJob } from './run.ts'

export interface ImportServices {
  files: Files
  jobs: Jobs
  run: ImportJob
}

/** Accepts an import: the whole file is read once before the transaction, so that a file that cannot be imported is refused. */
export const createCreate = ({ files, jobs, run }: ImportServices): Implementation =>
  implement(
    createImport,
    async ({ body }) => inspectUpload(files, formOf(body).file),
    async ({ tx, actor, body, prepared: { file: format, columns: found, rows } }) => {
      const {
        file,
        kind,
        dryRun = false,
        ...given
      } = formOf<Exclude<typeof body, object & { file?: never }>>(body)
      const { columns, keyColumn } = planColumns(kind, [...found.keys()], given)
      const id = newId()
      file.keep()
      await jobs.send(tx, run, { importId: id })
      const { key: fileKey, bytes, sha256, filename } = file
      await tx
        .insertInto('imports')
        .values({
          ...{ id, kind, dryRun, filename, fileKey, bytes, sha256, keyColumn, total: rows },
          format: JSON.stringify(format),
          columns: JSON.stringify(columns),
          createdBy: actor.userId,
          apiKeyId: actor.apiKey?.id ?? null,
          apiKeyPrefix: actor.apiKey?.prefix ?? null,
          apiKeyName: actor.apiKey?.name ?? null,
        })
        .execute()
      const target = { type: 'import', id, label: filename } as const
      if (!dryRun) await record(tx, actor, 'import.create', target, { kind, rows })
      return toImport(await imports(tx).where('imports.id', '=', id).executeTakeFirstOrThrow())
    },
  )
