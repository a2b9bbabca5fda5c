import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Run } from '#contract'
import { until } from '#testing'
import { type Block, blocksOf, documents, root } from './testing/documents.ts'
import { runBy } from './testing/elsewhere.ts'
import { type Reader, startReader } from './testing/reader.ts'
import { becomeOwner, interviews, prepare } from './testing/surroundings.ts'

const run = promisify(execFile)

let reader: Reader
before(async () => {
  reader = await startReader()
})
after(() => reader.stop())

interface Rule {
  /** What the block does, as it stands in the name of its test. */
  says: string
  run(block: Block): Promise<void>
}

/** Blocks of which more is known than that they end well, by something that only they hold. */
const rules: [holds: string, Rule][] = [
  [
    'git clone',
    {
      says: 'is cloned and served by two commands',
      async run(block) {
        await reader.untilItServes(block, reader.folder)
        const owner = await becomeOwner(reader.url)
        Object.assign(reader.environment, await prepare(owner, reader.folder))
      },
    },
  ],
  [
    'export AERIE_URL=http://127.0.0.1:3000 AERIE_API_KEY=',
    {
      says: 'a first call with a key',
      async run(block) {
        assert.equal(JSON.parse(await reader.run(block)).apiKey.name, 'nightly')
      },
    },
  ],
  [
    'aerie sources upload interviews/*',
    {
      says: 'a scheduled job uploads sources, waits for them, and does no harm when it does so again',
      async run(block) {
        assert.match(await reader.run(block), /^[1-9]\d* new$/m)
        assert.match(await reader.run(block), /^[1-9]\d* unchanged$/m)
      },
    },
  ],
  [
    'results?order=newest',
    {
      says: 'a chat bot fetches what a tracker found',
      async run(block) {
        const markdown = await reader.run(block)
        for (const word of [/Price/, /too high/, /Grace/]) assert.match(markdown, word)
      },
    },
  ],
  [
    'skills/summarize/runs" -H "Authorization: Bearer $AERIE_API_KEY" \\\n  -H \'Content-Type',
    {
      says: 'another service starts a skill, and gets what it wrote',
      async run(block) {
        const answered: Run = JSON.parse(await reader.run(block))
        // On a slow machine it takes longer than the call waits for it.
        const { status, output } = await until(
          () => read<Run>(`skill-runs/${answered.id}`),
          ({ finishedAt }) => finishedAt !== null,
        )
        assert.equal(status, 'succeeded')
        assert.ok(output && output.citations.length > 0)
        for (const { quote } of output.citations)
          assert.ok(
            Object.values(interviews).some((text) => text.includes(quote)),
            quote,
          )
      },
    },
  ],
  [
    'aerie trackers results "$TRACKER" --order newest',
    {
      says: 'the same by the command line',
      async run(block) {
        assert.match(await reader.run(block), /too high/)
      },
    },
  ],
  [
    '$OLD_API_KEY',
    {
      says: 'a revoked key is told from one that works',
      async run(block) {
        assert.equal(await reader.run(block), 'refused\n')
      },
    },
  ],
  [
    'git pull',
    {
      says: 'is stopped, backed up, and started anew',
      async run(block) {
        await reader.stopServer()
        await reader.untilItServes(block, reader.clone)
        assert.ok((await readdir(reader.folder)).includes('aerie-before-upgrade.tar'))
      },
    },
  ],
]

async function read<Answer>(path: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${reader.environment.AERIE_API_KEY}` }
  return (await fetch(`${reader.url}/api/${path}`, { headers })).json() as Promise<Answer>
}

/** Blocks that stop the server come last, and of these the one that starts it again. */
const turnOf = ({ file, language }: Block): number =>
  file === 'docs/upgrading.md' ? 2 : language === 'cron' ? 1 : 0

// Else in the order in which a reader meets them.
const blocks = documents.flatMap(blocksOf).toSorted((one, other) => turnOf(one) - turnOf(other))

for (const block of blocks) {
  const { file, line, heading, language, text } = block
  const where = `${file}:${line}, ${heading}`
  if (language === 'sh') {
    const [, rule] = rules.find(([holds]) => text.includes(holds)) ?? []
    const others = text.trim().split('\n').map(runBy)
    if (others.every((by) => by !== undefined)) {
      test(`${where}: run by ${others.join(', ')}`, () => {
        for (const by of others) assert.ok(existsSync(join(root, by)), by)
      })
    } else {
      test(`${where}: ${rule?.says ?? 'runs'}`, () =>
        rule ? rule.run(block) : reader.run(block).then(() => {}))
    }
  }
  // A drawing, or a list of folders.
  if (!['sh', 'json', 'ts', 'mermaid', ''].includes(language))
    test(`${where}: what runs ${language}?`, () => assert.fail())
  if (language === 'json') test(`${where}: is JSON`, () => void JSON.parse(text))
  // CONTRIBUTING shows parts of files.
  if (language === 'ts' && file !== 'CONTRIBUTING.md') {
    test(`${where}: runs`, async () => {
      const script = text.replace('https://aerie.example.org', reader.url)
      const apiKey = `const apiKey = ${JSON.stringify(reader.environment.AERIE_API_KEY)}\n`
      const path = join(reader.clone, `${basename(file)}.ts`)
      await writeFile(path, apiKey + script)
      await run(process.execPath, [path])
    })
  }
}
