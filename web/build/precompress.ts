import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Writes each asset of a build again, compressed as much as possible: `index.js.br` and `index.js.gz`. The server sends those. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const assets = Object.values(bundle).filter(({ fileName }) =>
        /^assets\/.*\.(js|css|svg)$/.test(fileName),
      )
      await Promise.all(
        assets.flatMap((asset) => {
          const content = Buffer.from(asset.type === 'chunk' ? asset.code : asset.source)
          return Object.entries(compressors).map(async ([ending, compress]) =>
            // The defaults of both are for size: quality 11 of brotli, and level 6 of gzip, for the few without brotli.
            writeFile(join(dir, `${asset.fileName}.${ending}`), await compress(content)),
          )
        }),
      )
    },
  }
}
