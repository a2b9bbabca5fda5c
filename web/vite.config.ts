import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
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
  },
})
