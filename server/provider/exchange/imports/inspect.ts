import { importLimits, inspectImport, keyColumnOf, matchColumns } from '#contract'
import type { Files } from '#files'
import { type Implementation, implement, invalidField, Refusal, type UploadedFile } from '#platform'
import { own } from '#rules/own'
import { readStored, UnreadableFileError } from './reading/file.ts'
import { type Inspection, inspect } from './reading/read.ts'

/** The file of a request and its fields. */
export type Form<Fields> = Fields & { file: UploadedFile }

/** Returns the form of a request. @throws Refusal if it is JSON */
export function formOf<Fields extends object>(body: Fields | object): Form<Fields> {
  if ('file' in body) return body as Form<Fields>
  throw invalidField('file', 'Send a file as multipart/form-data')
}

/** Reads an uploaded file. @throws Refusal if it is too large or cannot be imported */
export async function inspectUpload(files: Files, { key, bytes }: UploadedFile): Promise<Inspection> {
  if (bytes > importLimits.bytes)
    throw new Refusal(
      'payload_too_large',
      `A file to import can have at most ${importLimits.bytes / 1_000_000} MB.`,
    )
  try {
    return await inspect(readStored(files, key))
  } catch (error) {
    throw error instanceof UnreadableFileError ? invalidField('file', error.message) : error
  }
}

export const createInspect = (files: Files): Implementation =>
  implement(
    inspectImport,
    async ({ body }) => inspectUpload(files, formOf(body).file),
    async ({ body, prepared: { file, columns, rows } }) => {
      const { kind } = formOf<{ kind: 'patients' }>(body)
      const names = [...columns.keys()]
      const matched = matchColumns(kind, names)
      return {
        format: file.format,
        rows,
        columns: names.map((name) => ({
          name,
          field: own(matched, name) ?? null,
          samples: columns.get(name)!,
        })),
        key: keyColumnOf(kind, matched),
      }
    },
  )
