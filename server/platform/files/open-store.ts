import { join } from 'node:path'
import { openFolderStore } from './folder.ts'
import { readS3Address, type S3Address, writeS3Address } from './s3/address.ts'
import type { FileStore } from './store.ts'

/** The address of the folder in DATA_DIR. */
export const folderAddress = 'folder'

/** The folder of files in DATA_DIR. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files')

/** Opens the store at `folder` or `s3://...`. The client for object storage is loaded only if it is needed. */
export async function openStore(address: string, dataDir: string): Promise<FileStore> {
  if (address === folderAddress) return openFolderStore(filesFolder(dataDir))
  const place = readS3Address(address)
  if ('problem' in place) throw new Error(`The database has a wrong address of files: ${place.problem}`)
  const { openS3Store } = await import('./s3/store.ts')
  return openS3Store(place)
}

/** Returns whether two addresses are the same place, however its region and its bucket are addressed. */
export const isSamePlace = (one: string, other: string): boolean => placeOf(one) === placeOf(other)

function placeOf(address: string): string {
  const place: S3Address | { problem: string } = readS3Address(address)
  return 'problem' in place ? address : writeS3Address({ ...place, region: undefined, pathStyle: false })
}
