import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/**
 * Packs files and folders of a folder as `.tar`, or compressed as `.tar.gz`. The same files give the same bytes, whoever
 * packs them, whenever, and in whichever order the file system lists them.
 * @param at the modification time of every file
 */
export async function pack(folder: string, names: readonly string[], file: string, at: Date): Promise<void> {
  const options = [
    ...['--create', '--format=gnu', '--sort=name', '--mode=u+rw,go=rX'],
    ...[`--mtime=@${at.getTime() / 1000}`, '--owner=0', '--group=0', '--numeric-owner'],
  ]
  const tar = spawn('tar', [...options, '--directory', folder, ...names], {
    env: { LC_ALL: 'C', PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(tar, 'close')
  const compressed = file.endsWith('.gz') ? createGzip({ level: 9 }) : new PassThrough()
  await pipeline(tar.stdout, compressed, createWriteStream(file))
  const [code] = await ended
  if (code !== 0) throw new Error(`tar ended with ${code}`)
}
