// npm run generate: writes the generated files, or those that are named. With --check, it fails if a committed one
// differs.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { generate as generateTypes, PostgresDialect } from 'kysely-codegen'
import { operationsByPart } from '#contract'
import { migrate, openDatabase } from '#database'
import { openApiText, toOpenApi } from '../contract/openapi.ts'
import packageJson from '../package.json' with { type: 'json' }
import { apiGuide } from './api-guide.ts'
import { errorsPage } from './errors-page.ts'
import { tokenVerifier } from './verify-tokens.ts'

process.chdir(dirname(import.meta.dirname))

const files: Record<string, () => string | Promise<string>> = {
  'openapi.json': () => openApiText(toOpenApi(operationsByPart, packageJson.version)),
  'docs/errors.md': errorsPage,
  'docs/api-guide.md': apiGuide,
  'deploy/secret-scanning/verify.mjs': tokenVerifier,
  'server/platform/database/generated/tables.ts': tableTypes,
}

const named = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
for (const [path, generate] of Object.entries(files)) {
  if (named.length > 0 && !named.includes(path)) continue
  const wanted = await generate()
  const current = await readFile(path, 'utf8').catch(() => '')
  if (current === wanted) continue
  if (process.argv.includes('--check')) {
    console.error(`${path} is out of date. Run: npm run generate`)
    process.exitCode = 1
  } else {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, wanted)
    console.log(`wrote ${path}`)
  }
}

/** Returns types for the tables of a newly migrated database. Values are typed as `plainTypes` reads them. */
async function tableTypes(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aerie-generate-'))
  const db = await openDatabase({ url: undefined, dataDir, poolSize: 2 })
  try {
    await migrate(db.pool)
    return await generateTypes({
      db: db.reader.withoutPlugins(),
      dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'string' }),
      camelCase: true,
      excludePattern: 'schema_migrations',
      typeMapping: { timestamptz: 'string', int8: 'number' },
    })
  } finally {
    await db.close()
    await rm(dataDir, { recursive: true })
  }
}
