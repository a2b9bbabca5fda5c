import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { frames } from './build/frames.ts'
import { mantineStyles } from './build/mantine-styles.ts'
import { withoutDescriptions } from './build/without-descriptions.ts'

const contractOf = (id: string) => /\/contract\/([\w-]+)\.ts$/.exec(id)?.[1] ?? null
const featureOf = (id: string) => /\/web\/features\/([\w-]+)\//.exec(id)?.[1] ?? null

/**
 * Few files for each page, with little that it does not need: what a group before has is not in the next. Only what the shell
 * imports is always with it. Large files of the contract stay apart, because a page needs few. All styles are one file, in the
 * order in which modules import each other: a Mantine component may override another on which it builds.
 */
const groups = [
  { name: 'app', tags: ['$initial' as const] },
  { name: 'styles', test: /(?<!calendar)\.css$/ },
  { name: 'shell', test: /\/web\/app\/shell\.tsx$/, includeDependenciesRecursively: true },
  { name: contractOf, minShareCount: 2, minModuleSize: 5000 },
  { name: 'many', minShareCount: 9 },
  { name: 'icons', test: /@tabler/, minShareCount: 2 },
  { name: featureOf, minShareCount: 3 },
]

export default defineConfig({
  root: import.meta.dirname,
  // The server sends compressed files.
  plugins: [
    withoutDescriptions(),
    react(),
    mantineStyles(),
    frames(),
    compression({
      include: /assets\/.*\.(js|css|svg)$/,
      algorithms: ['brotliCompress', 'gzip'],
      threshold: 0,
      skipIfLargerOrEqual: false,
    }),
  ],
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'zod.ts') }] },
  // The server puts a fresh nonce in its place in every page that it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // The first to know light-dark(); for older ones it would be rewritten in a way that themes by attribute break.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // Operations are data: a page needs only the files of the contract that it uses.
      treeshake: {
        moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }],
        // Schemas that no page reads are left out.
        manualPureFunctions: ['z', 'operation', 'operationIn', 'namingPatients'],
      },
      output: {
        codeSplitting: {
          groups: groups.map((group, at) => ({
            includeDependenciesRecursively: false,
            ...group,
            priority: groups.length - at,
          })),
        },
      },
    },
  },
})
