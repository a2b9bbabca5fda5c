import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractInParts } from './build/contract-in-parts.ts'
import { mantineStyles } from './build/mantine-styles.ts'
import { precompress } from './build/precompress.ts'

/** The rules of the contract, and what only they use. The other files of the contract need no zod. */
const rules =
  /\/(node_modules\/zod|web\/(rules|zod)\.ts|contract\/(?!(traits|decimal|currency-decimals|token|date-at)\.ts))/
const choices = /\/components\/(Combobox|Select|MultiSelect|Autocomplete|TagsInput|Pill|PillsInput)\//

/**
 * Few files for each page, with little that it does not need. A group has its modules' dependencies too, unless one before it
 * has them, so files never import each other in a cycle.
 */
const groups = [
  { name: 'rules', test: rules, includeDependenciesRecursively: false },
  // What every page needs.
  { name: 'app', tags: ['$initial' as const], test: /^(?!.*\/contract\/)/ },
  // Signing in, whose fields most pages have.
  {
    name: 'sign-in',
    test: /\/web\/(features\/sessions\/sign-in-page|components\/(operation-form|password-field))\.tsx$/,
  },
  // Its test includes parts that most pages show in it.
  {
    name: 'shell',
    test: /\/web\/(app\/shell|components\/(data-table|page|relative-time|state-badge|form-dialog|more-actions|filters))\.tsx$/,
  },
  { name: 'choices', test: choices, minShareCount: 2 },
  { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2 },
  { name: 'more', test: /\/(node_modules|web\/components)\//, minShareCount: 5 },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [contractInParts(), react(), mantineStyles(), precompress()],
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: groups.map((group, place) => ({ ...group, priority: groups.length - place })),
        },
      },
    },
  },
})
