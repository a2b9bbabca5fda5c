import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable, readFile, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '#client'
import {
  acceptInvitation,
  createInvitation,
  createInvoice,
  createPatient,
  createProject,
  createSource,
  getInvoicePdf,
  getMe,
  getRun,
  getSource,
  setUp,
  startRun,
} from '#contract'
import { pdf } from '../engines/extraction/testing/pdf.ts'
import { inherited } from '../server/testing/environment.ts'
import { freePort } from '../server/testing/free-port.ts'
import { signInHeaders, testPassword } from '../server/testing/people.ts'
import { Speech } from './insights/texts.ts'
import type { Print } from './load.ts'
import { startProgram } from './program.ts'

const coreShare = 0.1
const ownerEmail = 'owner@aerie.test'
const memberEmail = 'member@aerie.test'

/**
 * Uses a node that has a tenth of a core, as on a burstable instance or a NAS: every step has to succeed, however long it takes. Needs
 * root and Linux, because it creates a control group.
 */
export async function slow(print: Print): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'aerie-slow-'))
  let before = performance.now()
  const done = (step: string) => {
    const now = performance.now()
    print(`${step.padEnd(42)} ${((now - before) / 1000).toFixed(1).padStart(6)} s`)
    before = now
  }
  {
    await using _node = await startSlowly(join(folder.path, 'given'), {
      OWNER_EMAIL: ownerEmail,
      OWNER_PASSWORD: testPassword,
      OWNER_NAME: 'Owner',
    })
    done('first start with OWNER_PASSWORD')
  }
  await using node = await startSlowly(join(folder.path, 'data'), {})
  done('first start')
  const { url } = node
  const nobody = createClient({ baseUrl: url })
  await nobody.call(setUp, { name: 'Owner', email: ownerEmail, password: testPassword })
  done('set-up')
  const signedIn = async (email: string) =>
    createClient({ baseUrl: url, headers: { ...(await signInHeaders(url, email)), origin: url } })
  const owner = await signedIn(ownerEmail)
  done('sign-in')
  const { url: link = '' } = await owner.call(createInvitation, { email: memberEmail, role: 'member' })
  await nobody.call(acceptInvitation, {
    token: link.split('/').at(-1) ?? '',
    name: 'Member',
    password: testPassword,
  })
  done('invitation and its acceptance')
  const member = await signedIn(memberEmail)
  await member.call(getMe)
  done('sign-in of the member')
  const { id: projectId } = await member.call(createProject, { name: 'Slow' })
  const speech = new Speech(3)
  const pages = Array.from({ length: 20 }, () => speech.text(2_000, 10))
  const file = new File([new Uint8Array(pdf(pages))], 'pages.pdf')
  const { id: sourceId } = await member.call(createSource, { projectId, file })
  for (let status = ''; status !== 'ready'; await wait(500)) {
    const source = await member.call(getSource, { sourceId })
    status = source.status
    if (status === 'failed') throw new Error(source.error!.message)
  }
  done('upload of a PDF, until it is ready')
  const { id: runId } = await member.call(startRun, { name: 'summarize', projectId })
  for (let status = ''; status !== 'succeeded'; await wait(500)) {
    const run = await member.call(getRun, { runId })
    status = run.status
    if (status === 'failed') throw new Error(JSON.stringify(run))
  }
  done('skill')
  const { id: patientId } = await member.call(createPatient, { familyName: 'Lovelace' })
  const lines = [{ description: 'Treatment', quantity: 1, unitPrice: '40' }]
  const { id: invoiceId } = await member.call(createInvoice, { patientId, lines })
  await member.call(getInvoicePdf, { invoiceId: invoiceId! })
  done('PDF of an invoice')
}

/** Starts a node in a control group with its share of a core. */
async function startSlowly(dataDir: string, settings: Record<string, string>) {
  const group = await createGroup()
  const port = String(await freePort())
  const program = await startProgram(
    'sh',
    [
      ...['-c', 'echo $$ > "$0" && exec "$@"', join(group, 'cgroup.procs')],
      ...[process.execPath, 'aerie.ts', 'serve'],
    ],
    {
      cwd: join(dirname(import.meta.dirname), 'server'),
      env: { ...inherited, DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'warn', ...settings },
      ready: /Aerie is ready/,
    },
  )
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]()
      // Helpers end a little after their node.
      while ((await readFile(join(group, 'cgroup.procs'), 'utf8')) !== '') await wait(50)
      await rmdir(group)
    },
  }
}

/** Creates a control group, version 2 or 1, and returns its folder. */
async function createGroup(): Promise<string> {
  const root = '/sys/fs/cgroup'
  const isV2 = existsSync(join(root, 'cgroup.controllers'))
  const folder = join(root, isV2 ? '' : 'cpu', `aerie-slow-${process.pid}`)
  await mkdir(folder)
  const period = 100_000
  if (isV2) await writeFile(join(folder, 'cpu.max'), `${period * coreShare} ${period}`)
  else {
    await writeFile(join(folder, 'cpu.cfs_period_us'), String(period))
    await writeFile(join(folder, 'cpu.cfs_quota_us'), String(period * coreShare))
  }
  return folder
}
