// Runs a node from its sources: with the access log, or `without` any of its code.
import { registerHooks } from 'node:module'

const sources = {
  '/patients/reads/access-log.ts':
    'export const createAccessLog = () => ({ noteRead() {}, backlog: 0, stop: async () => {} })',
  '/http/shown.ts':
    'export const [shownBy, shownByFile, shownByRefusal] = [() => null, () => null, () => null]',
}

if (process.argv[2] === 'without')
  registerHooks({
    load(url, context, load) {
      const source = Object.entries(sources).find(([file]) => url.endsWith(file))?.[1]
      return source ? { format: 'module', source, shortCircuit: true } : load(url, context)
    },
  })

const [{ startApp }, { readConfig }] = await Promise.all([import('#app'), import('#config')])
const app = await startApp(readConfig())
process.once('SIGTERM', () => app.stop().then(() => process.exit()))
console.log('Aerie is ready')
