import { listImports } from '#contract'
import { implement, readPage } from '#platform'
import { imports, toImport } from './import-rows.ts'

export const list = implement(listImports, async ({ tx, query }) => {
  const page = await readPage(imports(tx), 'imports.id', query)
  return { ...page, data: page.data.map(toImport) }
})
