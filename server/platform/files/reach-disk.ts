import { open } from 'node:fs/promises'

/** A file survives a power cut once it and the folders that lead to it have reached the disk. */
export async function reachDisk(paths: string[]): Promise<void> {
  for (const path of paths) {
    await using handle = await open(path)
    await handle.sync()
  }
}
