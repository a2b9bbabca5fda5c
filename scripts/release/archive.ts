import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib'

const windowLog = 27

/**
 * Packs files and folders of a folder as `.tar`, or compressed as `.tar.gz` or `.tar.zst`. The same files give the same bytes, whoever
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
  await pipeline(tar.stdout, compressorFor(file), createWriteStream(file))
  const [code] = await ended
  if (code !== 0) throw new Error(`tar ended with ${code}`)
}

function compressorFor(file: string): Transform {
  if (file.endsWith('.gz')) return createGzip({ level: 9 })
  if (!file.endsWith('.zst')) return new PassThrough()
  // A database repeats its templates, far apart.
  const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: windowLog }
  return createZstdCompress({ params })
}

/** Unpacks a `.tar.zst` in a folder. */
export async function unpack(file: string, folder: string): Promise<void> {
  // Otherwise it ends at the end of the archive, perhaps before the pipe does.
  const options = ['--extract', '--ignore-zeros', '--directory', folder]
  const tar = spawn('tar', options, { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(tar, 'close')
  const params = { [constants.ZSTD_d_windowLogMax]: windowLog }
  await pipeline(createReadStream(file), createZstdDecompress({ params }), tar.stdin)
  const [code] = await ended
  if (code !== 0) throw new Error(`tar ended with ${code}`)
}
