// npm run build-cli: packs the command line and the typed client as dist/aerie-cli-<version>.tgz, which `npm install -g`
// installs offline. It is JavaScript, because Node does not strip types under node_modules.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { build } from 'vite'
import packageJson from '../package.json' with { type: 'json' }

const root = dirname(import.meta.dirname)

/** Bundled packages, whose licenses are included. */
const bundled = ['zod']

const manifest = {
  name: '@aerie/cli',
  version: packageJson.version,
  description: 'The command line and the typed client of Aerie',
  license: packageJson.license,
  type: 'module',
  engines: { node: '>=20' },
  bin: { aerie: 'aerie.js' },
  exports: { '.': { types: './types/cli/library.d.ts', default: './library.js' } },
  imports: {
    '#client': { types: './types/client/index.d.ts', default: './library.js' },
    '#contract': { types: './types/contract/index.d.ts', default: './library.js' },
  },
  // Only the types need it: the code is bundled.
  peerDependencies: { zod: `^${packageJson.dependencies.zod}` },
  peerDependenciesMeta: { zod: { optional: true } },
}

/** Bundles `aerie.js` and `library.js` into a new folder. */
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
      outDir: resolve(folder),
      emptyOutDir: true,
      rolldownOptions: {
        input: { aerie: join(root, 'cli/main.ts'), library: join(root, 'cli/library.ts') },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'shared-[hash].js',
          banner: ({ name }) => (name === 'aerie' ? '#!/usr/bin/env node' : ''),
        },
      },
    },
  })
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await chmod(join(folder, 'aerie.js'), 0o755)
}

/** Adds types, licenses and README to the bundle and packs it. Returns the path of the package. */
export async function packCli(folder: string, destination: string): Promise<string> {
  await bundleCli(folder)
  await run(join(root, 'node_modules/.bin/tsc'), [
    ...['-p', join(root, 'cli/tsconfig.types.json'), '--outDir', resolve(folder, 'types')],
  ])
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  await copyFile(join(root, 'docs/command-line.md'), join(folder, 'README.md'))
  const licenses = await Promise.all(
    bundled.map(async (name) => {
      const text = await readFile(join(root, 'node_modules', name, 'LICENSE'), 'utf8')
      return `${name}\n\n${text}`
    }),
  )
  await writeFile(join(folder, 'LICENSES-OF-WHAT-IS-BUNDLED'), licenses.join('\n\n'))
  await mkdir(destination, { recursive: true })
  await run('npm', ['pack', '--silent', '--pack-destination', resolve(destination)], folder)
  return join(destination, `aerie-cli-${manifest.version}.tgz`)
}

async function run(command: string, args: string[], cwd = root): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

if (import.meta.main) {
  process.chdir(root)
  await rm('dist', { recursive: true, force: true })
  const file = await packCli('dist/cli', 'dist')
  console.log(`${file}\nInstall it with: npm install -g ./${file}`)
}
