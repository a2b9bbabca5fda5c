import { getImport } from '#contract'
import { implement, Refusal } from '#platform'
import { imports, toImport } from './import-rows.ts'

export const get = implement(getImport, async ({ tx, params: { importId } }) => {
  const found = await imports(tx).where('imports.id', '=', importId).executeTakeFirst()
  if (!found) throw new Refusal('import_not_found')
  return toImport(found)
})
