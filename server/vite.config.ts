import { dirname, join, relative, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const server = import.meta.dirname
const dist = join(server, 'dist')

/** Packages that find their own files: native code and WebAssembly. Releases contain them, see `scripts/release/packages.ts`. */
const external = ['@electric-sql/pglite', '@myriaddreamin/typst-ts-node-compiler', 'multilingual-stemmer']

/**
 * Lets bundled modules find their files. The program of a thread or process, such as `new URL('./worker.ts', import.meta.url)`,
 * becomes an entry. Everything else, such as migrations, stays where it is, and all bundles are in one folder.
 */
const filesOfModules: Plugin = {
  name: 'files-of-modules',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('/node_modules/')) return
    const entryOf = (program: string) => {
      const file = resolve(dirname(id), program)
      const fileName = `${relative(server, file).replace(/\.ts$/, '').replaceAll('/', '-')}.js`
      this.emitFile({ type: 'chunk', id: file, fileName })
      return `new URL('./${fileName}', import.meta.url)`
    }
    return code.replaceAll(
      /new URL\('(\.[^']*\.ts)', import\.meta\.url\)|import\.meta\.(url|dirname)/g,
      (_, program: string | undefined, place: string) => {
        if (program) return entryOf(program)
        return place === 'url'
          ? `new URL('${relative(dist, id)}', import.meta.url).href`
          : `(import.meta.dirname + '/${relative(dist, dirname(id))}')`
      },
    )
  },
}

export default defineConfig({
  publicDir: false,
  plugins: [filesOfModules],
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    target: 'node24',
    license: { fileName: 'licenses.md' },
    // Stack traces name functions and lines.
    minify: false,
    rolldownOptions: {
      input: { aerie: join(server, 'aerie.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
