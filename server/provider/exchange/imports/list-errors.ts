import { type ImportError, listImportErrors } from '#contract'
import { implement, Refusal, readPage } from '#platform'
import { imports } from './import-rows.ts'

export const listErrors = implement(listImportErrors, async ({ tx, params: { importId }, query }) => {
  const found = await imports(tx).where('imports.id', '=', importId).executeTakeFirst()
  if (!found) throw new Refusal('import_not_found')
  const columnOf = new Map(Object.entries(found.columns).map(([column, field]) => [field, column]))
  const page = await readPage(
    tx
      .selectFrom('importErrors')
      .select(['id', 'row', 'kind', 'field', 'message', 'patientId'])
      .where('importId', '=', importId),
    'importErrors.id' as 'import_errors.id',
    query,
    'oldest first',
  )
  return {
    ...page,
    data: page.data.map(({ id: _, kind, field, ...error }) => ({
      ...error,
      kind: kind as ImportError['kind'],
      field,
      column: (field === 'key' ? found.key : columnOf.get(field ?? '')) ?? null,
    })),
  }
})
