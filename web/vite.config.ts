import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { frames } from './build/frames.ts'
import { mantineStyles } from './build/mantine-styles.ts'

const featureOf = (id: string) => /\/web\/features\/([\w-]+)\//.exec(id)?.[1] ?? null
/** What all pages need is one file, and so is what many, some, or those of one feature share, so that each page needs few. */
const groups = [
  { name: 'app', tags: ['$initial' as const] },
  { name: 'many', minShareCount: 12 },
  { name: 'some', minShareCount: 6 },
  { name: featureOf, minShareCount: 2 },
]

export default defineConfig({
  root: import.meta.dirname,
  // The server sends compressed files.
  plugins: [
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
      treeshake: { moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: groups.map((group, at) => ({
            ...group,
            priority: groups.length - at,
            includeDependenciesRecursively: false,
          })),
        },
      },
    },
  },
})
