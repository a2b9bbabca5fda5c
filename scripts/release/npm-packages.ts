// npm run build-cli: packs the command line and the typed client in `dist`. Both install offline, because zod is part of
// them, and are JavaScript, because Node does not strip types under node_modules.
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { build } from 'vite'
import packageJson from '../../package.json' with { type: 'json' }
import { run } from './run.ts'

const root = dirname(dirname(import.meta.dirname))
const zod = join(root, 'node_modules/zod')

const { version, license } = packageJson
const common = { version, license, type: 'module', engines: { node: '>=20' } }

const cli = {
  name: 'aerie-cli',
  description: 'The command line of Aerie: API calls from a shell',
  ...common,
  bin: { aerie: 'aerie.js' },
}

const client = {
  name: 'aerie-client',
  description: 'The typed client of Aerie',
  ...common,
  exports: { '.': { types: './client/library.d.ts', default: './client/library.js' } },
  imports: { '#contract': { types: './contract/index.d.ts', default: './contract/index.js' } },
  dependencies: { zod: packageJson.dependencies.zod },
  bundleDependencies: ['zod'],
}

/** Bundles the command line as `aerie.js`, a program without dependencies, in a new folder. */
export async function bundleCli(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      license: { fileName: 'LICENSES-OF-WHAT-IS-BUNDLED.md' },
      outDir: resolve(folder),
      emptyOutDir: true,
      rolldownOptions: {
        input: { aerie: join(root, 'cli/main.ts') },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'shared-[hash].js',
          banner: ({ name }) => (name === 'aerie' ? '#!/usr/bin/env node' : ''),
        },
      },
    },
  })
  await writeManifest(folder, cli)
  await chmod(join(folder, 'aerie.js'), 0o755)
}

/** Packs the command line in a folder. Returns the path of the package. */
export async function packCli(scratch: string, destination: string): Promise<string> {
  await bundleCli(scratch)
  await cp(join(root, 'docs/command-line.md'), join(scratch, 'README.md'))
  return pack(scratch, destination, cli)
}

/** Packs the typed client with its types in a folder. Returns the path of the package. */
export async function packClient(scratch: string, destination: string): Promise<string> {
  const tsc = join(root, 'node_modules/.bin/tsc')
  await run(tsc, ['-p', join(root, 'client/tsconfig.package.json'), '--outDir', resolve(scratch)], root)
  await writeManifest(scratch, client)
  const guide = await readFile(join(root, 'docs/api-guide.md'), 'utf8')
  await writeFile(join(scratch, 'README.md'), guide.replaceAll(/'#(client|contract)'/g, `'${client.name}'`))
  // The modules that are imported and their types, without sources and modules that are required.
  const needed = (path: string) => !/\/zod\/src$|\.cjs$|\.d\.cts$|\.map$/.test(path)
  await cp(zod, join(scratch, 'node_modules/zod'), { recursive: true, filter: needed })
  return pack(scratch, destination, client)
}

const writeManifest = (folder: string, manifest: object) =>
  writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)

async function pack(scratch: string, destination: string, { name }: { name: string }): Promise<string> {
  await cp(join(root, 'LICENSE'), join(scratch, 'LICENSE'))
  await mkdir(destination, { recursive: true })
  await run('npm', ['pack', '--silent', '--pack-destination', resolve(destination)], scratch)
  return join(destination, `${name}-${version}.tgz`)
}

if (import.meta.main) {
  process.chdir(root)
  await rm('dist', { recursive: true, force: true })
  const files = [await packCli('dist/cli', 'dist'), await packClient('dist/client', 'dist')]
  console.log(`${files.join('\n')}\nInstall the command line with: npm install -g ./${files[0]}`)
}
