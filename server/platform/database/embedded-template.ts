import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { unzipSync, type Zippable, zipSync } from 'fflate'
import { setOwn } from '#rules/own'
import { clusterIn, newClusterIn } from './folder-state.ts'

/**
 * A new database as a ZIP archive, which `scripts/setup.mjs` creates. Unpacking it takes a fraction of the time and memory
 * of `initdb`, which starts PostgreSQL several times.
 */
const template = path.join(import.meta.dirname, 'generated', 'new-database.zip')

/** Packs the folder of a closed database. */
export async function packTemplate(cluster: string): Promise<void> {
  const entries: Zippable = {}
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    const found = path.join(entry.parentPath, entry.name)
    const name = path.relative(cluster, found)
    if (entry.isDirectory()) entries[`${name}/`] = new Uint8Array()
    else setOwn(entries, name, await readFile(found))
  }
  const unfinished = `${template}.new`
  await writeFile(unfinished, zipSync(entries, { level: 9 }))
  await rename(unfinished, template)
}

/**
 * Creates the database in a data folder, under a temporary name until it is synced to the disk, so that a full disk or
 * `kill -9` leaves none that is incomplete. The temporary folder itself remains: it shows that this is the first start.
 */
export async function createCluster(dataDir: string): Promise<void> {
  const [cluster, unfinished] = [clusterIn(dataDir), newClusterIn(dataDir)]
  for (const name of await readdir(unfinished)) await rm(path.join(unfinished, name), { recursive: true })
  const paths = new Set([unfinished])
  for (const [name, content] of Object.entries(unzipSync(await readFile(template)))) {
    const target = path.join(unfinished, name)
    const folder = name.endsWith('/') ? target : path.dirname(target)
    await mkdir(folder, { recursive: true })
    if (folder !== target) await writeFile(target, content)
    paths.add(folder).add(target)
  }
  // Simultaneously, because the file system then syncs many at a time.
  await Promise.all([...paths].map(sync))
  await rename(unfinished, cluster)
  await sync(dataDir)
}

async function sync(target: string): Promise<void> {
  await using opened = await open(target)
  await opened.sync()
}
