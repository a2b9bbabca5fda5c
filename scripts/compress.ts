// Compresses large files of packages to half or less, next to the code that reads them: node scripts/compress.ts
// Installations contain them only in this form.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const root = dirname(import.meta.dirname)

const files = {
  'server/platform/database/generated': [
    '@electric-sql/pglite/dist/pglite.wasm',
    '@electric-sql/pglite/dist/pglite.data',
  ],
  'engines/invoicing/pdf/generated': [
    '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
    '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
    '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  ],
}

// 11, the default, takes half a minute more and saves another tenth.
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }

await Promise.all(
  Object.entries(files).flatMap(([folder, sources]) =>
    sources.map(async (source) => {
      const target = join(root, folder, `${basename(source)}.br`)
      await mkdir(dirname(target), { recursive: true })
      const content = await promisify(brotliCompress)(await readFile(join(root, 'node_modules', source)), {
        params,
      })
      await writeFile(`${target}.new`, content)
      await rename(`${target}.new`, target)
    }),
  ),
)
