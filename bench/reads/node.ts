// Runs a node from its sources: with the access log, or `without` any of its code.
import { registerHooks } from 'node:module'

if (process.argv[2] === 'without')
  registerHooks({
    load: (url, context, load) =>
      url.endsWith('/patients/reads/access-log.ts')
        ? { format: 'module', source, shortCircuit: true }
        : load(url, context),
  })

const source = 'export const createAccessLog = () => ({ noteRead() {}, backlog: 0, stop: async () => {} })'

const [{ startApp }, { readConfig }] = await Promise.all([import('#app'), import('#config')])
const app = await startApp(readConfig())
process.once('SIGTERM', () => app.stop().then(() => process.exit()))
console.log('Aerie is ready')
