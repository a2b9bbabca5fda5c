// Creates the template of a new embedded database: node server/platform/database/embedded-new.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openCluster } from './embedded-cluster.ts'
import { packTemplate } from './embedded-template.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'aerie-new-database-'))
try {
  const cluster = path.join(folder, 'postgres')
  const database = await openCluster(cluster, () => {})
  // Nothing vacuums these two, so their old transaction ids would one day stop the database.
  await database.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await database.exec(`drop database ${name}`)
  await database.close()
  await packTemplate(cluster)
} finally {
  await rm(folder, { recursive: true })
}
