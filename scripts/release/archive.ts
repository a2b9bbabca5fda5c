import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/**
 * Packs a folder as `.tar.gz`. The same files give the same bytes, whoever packs them, whenever and in whichever order the
 * file system lists them.
 * @param at the modification time of every file
 */
export async function packFolder(folder: string, name: string, file: string, at: Date): Promise<void> {
  const options = [
    '--sort=name',
    `--mtime=@${at.getTime() / 1000}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
  ]
  const tar = spawn(
    'tar',
    ['--create', '--format=gnu', '--mode=u+rw,go=rX', ...options, '--directory', folder, name],
    { env: { LC_ALL: 'C', PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(tar, 'close')
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(file))
  const [code] = await ended
  if (code !== 0) throw new Error(`tar ended with ${code}`)
}
