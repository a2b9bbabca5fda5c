import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { unzipSync, type Zippable, zipSync } from 'fflate'
import { setOwn } from '#own'

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
 * Creates a database in the folder `cluster`, under a temporary name until it is synced to the disk, so that a full disk or
 * `kill -9` leaves none that is incomplete.
 */
export async function createCluster(cluster: string): Promise<void> {
  const unfinished = `${cluster}.new`
  await rm(unfinished, { recursive: true, force: true })
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
  await sync(path.dirname(cluster))
}

async function sync(target: string): Promise<void> {
  await using opened = await open(target)
  await opened.sync()
}
