import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractInParts } from './build/contract-in-parts.ts'
import { frames } from './build/frames.ts'
import { mantineStyles } from './build/mantine-styles.ts'
import { precompress } from './build/precompress.ts'
import { withoutDescriptions } from './build/without-descriptions.ts'

/** The rules of the contract, and what only they use. The other files of the contract need no zod. */
const rules =
  /\/(node_modules\/zod|web\/(rules|zod)\.ts|contract\/(?!(traits|rules\/(csv|markdown|decimal|currency-decimals|token|date-at|lot-key|own|row-fields))\.ts))/
/** Matches the paths of modules that match one of these. */
const anyOf = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'))

/**
 * Few files for each page, with little that it does not need. A group has its modules' dependencies too, unless one before it
 * has them, so files never import each other in a cycle. A group whose dependencies others need would be loaded with each of
 * those, so these are named in a group before it.
 */
const groups = [
  { name: 'rules', test: rules, includeDependenciesRecursively: false },
  // What exporting a list needs, loaded on first use.
  {
    name: 'export-rows',
    test: /\/(contract\/rules\/csv|web\/components\/table\/(export-rows|rows-csv))\.ts$/,
    includeDependenciesRecursively: false,
  },
  // What can be done with the result of a run, loaded on first use.
  {
    name: 'run-menu',
    test: /\/(contract\/rules\/markdown|web\/features\/skills\/run-page\/(run-menu|portable-markdown))\./,
    includeDependenciesRecursively: false,
  },
  // Every page needs this chunk.
  { name: 'app', tags: ['$initial' as const], test: /^(?!.*\/contract\/)/ },
  {
    name: 'sign-in',
    test: /\/web\/features\/sessions\/(sign-in-page|identity-provider|use-enter)\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  // What signing in needs. Most other pages have a form, too.
  {
    name: 'forms',
    test: /\/(web\/components\/(operation-form|password-field|caption|failure|links|threshold)|VisuallyHidden|Divider|IconExternalLink)\.(tsx|mjs)$/,
  },
  // The styles of most pages, which are small together; not those of what is loaded on first use, nor those that one page needs,
  // except those that other pages use and those of the editor of invoices, which is the largest page.
  {
    name: 'styles',
    test: /^(?!.*(notifications|mantine\/dates|command-palette|Modal|Drawer|threshold|settings-form|skill-list|features\/(home|account|users)\/|features\/[\w-]+\/(?!list\/|merge\/|duplicates\/|item-picker\/|editor\/|invoice\/invoice-sheet)[\w-]+\/)).*\.css$/,
  },
  // The shell includes parts that most pages show in it.
  {
    name: 'shell',
    test: anyOf(
      /\/web\/(\w+|app\/shell)\.tsx?$/,
      /\/web\/components\/(columns|record-link|data-table|list-page|table\/(export-button|table-view|table-rows|row-props|use-row-keys)|page|relative-time|state-badge|more-actions|filters|copy|facts|admins-only)\.tsx?$/,
      /\/components\/(Alert|Paper|Progress)\//,
      /\/@mantine\/core\/esm\/core\//,
      /\/(ComboboxChevron|get-parsed-combobox-data|to-int|IconChevronDown|IconUpload|Icon(CalendarOff|CircleHalf2|Hourglass|Pencil|ReceiptRefund))\.mjs$/,
    ),
  },
  // Operations that only one page calls are with its code.
  { name: 'operations', test: /^\0contract\//, minShareCount: 2 },
  {
    name: 'choices',
    test: /\/components\/((Combobox|Select|Autocomplete)\/|searchable-select)/,
    minShareCount: 2,
  },
  // Lists show tags, and only forms have fields for them.
  { name: 'pills', test: /\/components\/Pill\// },
  { name: 'tags', test: /\/components\/(TagsInput|PillsInput)\//, minShareCount: 2 },
  { name: 'dialogs', test: /\/(components\/(Modal|ModalBase|Drawer)|react-remove-scroll)\// },
  // The fields of table rows, and words with highlights, which pages without a form show.
  { name: 'rows', test: /\/(web\/components\/(fields|snippet)|contract\/rules\/row-fields)\./ },
  { name: 'files', test: /\/web\/components\/(drop-target|dropped-files|file-input)\./ },
  // The home page shows runs, too, and the page of a run needs nothing else that skills share, nor fields.
  { name: 'runs', test: /\/web\/features\/skills\/(run-state|skill-title)\.tsx?$/ },
  // Only the filters of some lists need it.
  { name: 'segments', test: /\/components\/(SegmentedControl|FloatingIndicator)\//, minShareCount: 2 },
  {
    name: 'fields',
    test: /\/(node_modules\/|web\/components\/(?!language-select|period-filter|date-field|day-field|typed-date))/,
    minShareCount: 3,
  },
  { name: 'dates', test: /\/web\/components\/(date-field|day-field|typed-date)\./ },
  { name: 'languages', test: /\/web\/components\/language-select\./ },
  {
    name: 'records',
    test: anyOf(
      /\/web\/features\/patients\/(words|age|address|field-value|patient-line)\.tsx?$/,
      /\/web\/features\/inventory\/locations\.tsx?$/,
    ),
  },
  { name: 'levels', test: /\/web\/features\/inventory\/(level-columns|reasons)\.tsx?$/ },
  { name: 'pickers', test: /\/web\/features\/.*\/(item-picker|patient-picker)/ },
  { name: 'document-form', test: /\/web\/features\/inventory\/document-form\// },
  { name: 'downloads', test: /\/web\/features\/billing\/downloads\// },
  // The editor of invoices, the largest page, needs none of it.
  {
    name: 'payments',
    test: /\/web\/features\/billing\/(payment-(kind|words)|invoice-state|billed-to)\.tsx?$/,
  },
  // What several pages of a feature share.
  {
    name: (id: string) => /\/web\/features\/([\w-]+)\/(?!.*-fields)/.exec(id)?.[1] ?? null,
    minShareCount: 2,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [contractInParts(), withoutDescriptions(), react(), mantineStyles(), frames(), precompress()],
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
