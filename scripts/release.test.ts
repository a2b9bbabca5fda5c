import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { dateOf, released, sectionOf } from './release/changelog.ts'

const root = dirname(import.meta.dirname)
const run = promisify(execFile)

const changelog = `# Changelog

## [Unreleased]

### Added

- A feature.

## [1.0.0] - 2026-01-02

### Added

- Everything.
`

const fault = '| `a.test.ts` | a race | 2026-01-02 | 1 !== 2 |\n'

describe('npm run release', () => {
  let clone: string
  beforeEach(async () => {
    clone = await mkdtemp(join(tmpdir(), 'aerie-clone-'))
    for (const path of [
      ...['scripts/release.ts', 'scripts/release/changelog.ts', 'scripts/release/run.ts'],
      'scripts/test/known-faults.ts',
    ])
      await cp(join(root, path), join(clone, path))
    await write('docs/known-faults.md', '# Known faults\n')
    await write('package.json', '{ "name": "aerie", "version": "1.0.0", "type": "module" }\n')
    const lock = {
      name: 'aerie',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: { '': { version: '1.0.0' } },
    }
    await write('package-lock.json', JSON.stringify(lock))
    await write('CHANGELOG.md', changelog)
    await write('openapi.json', '')
    await write('.gitignore', 'dist/\nbin/\nnpm.log\n')
    // These take minutes, and have tests of their own.
    await write(
      'scripts/generate.ts',
      `import { writeFileSync } from 'node:fs'\nwriteFileSync('openapi.json', '{}')\n`,
    )
    await write(
      'scripts/release/build.ts',
      `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
mkdirSync('dist')
writeFileSync('dist/version', JSON.parse(readFileSync('package.json', 'utf8')).version)
`,
    )
    await write(
      'scripts/release/kept-data.ts',
      `import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('e2e/releases', { recursive: true })
writeFileSync('e2e/releases/1.1.0.tar.zst', '')
`,
    )
    // Checks pass unless a file says otherwise, and tests may find a fault; anything else is npm's.
    const { stdout: npm } = await run('sh', ['-c', 'command -v npm'])
    await write(
      'bin/npm',
      `#!/bin/sh
case "$1" in
  run) echo "$*" >>npm.log; [ ! -e bin/failing ] ;;
  test) echo "$*" >>npm.log; [ ! -e bin/fault ] || cat bin/fault >>docs/known-faults.md ;;
  *) exec ${npm.trim()} "$@" ;;
esac
`,
    )
    await chmod(join(clone, 'bin/npm'), 0o755)
    await git('init', '--quiet', '--initial-branch=main')
    await git('config', 'user.name', 'Test')
    await git('config', 'user.email', 'test@aerie.test')
    await commit()
  })
  afterEach(() => rm(clone, { recursive: true }))

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(clone, path)), { recursive: true })
    await writeFile(join(clone, path), text)
  }
  const git = async (...args: string[]) => (await run('git', args, { cwd: clone })).stdout.trim()
  const commit = async () => {
    await git('add', '--all')
    await git('commit', '--quiet', '--message', 'As it is')
  }
  const today = () => new Date().toISOString().slice(0, 10)
  const release = (...args: string[]): Promise<{ code?: number; stderr: string }> =>
    run(process.execPath, ['scripts/release.ts', ...args], {
      cwd: clone,
      env: { PATH: `${join(clone, 'bin')}:${process.env.PATH}`, HOME: join(clone, 'bin') },
    }).catch((error) => error)
  /** All that a release changes: commits, tags and files. */
  const state = async () => [
    await git('log', '--format=%H'),
    await git('tag'),
    await git('status', '--porcelain'),
  ]

  test('a release sets the version, dates the changelog, and is committed and tagged after all checks', async () => {
    const begun = today()
    const { code, stderr } = await release('1.1.0')
    // A day may have ended meanwhile.
    const days = [begun, today()]
    assert.equal(code, undefined, stderr)
    assert.equal(await readFile(join(clone, 'npm.log'), 'utf8'), 'run check\ntest -- --all\n')
    for (const file of ['package.json', 'package-lock.json'])
      assert.equal(JSON.parse(await readFile(join(clone, file), 'utf8')).version, '1.1.0')
    assert.equal(await readFile(join(clone, 'dist/version'), 'utf8'), '1.1.0')
    assert.equal(await git('log', '-1', '--format=%s'), 'Release 1.1.0')
    assert.equal(await git('rev-parse', 'v1.1.0^{commit}'), await git('rev-parse', 'HEAD'))
    assert.equal(await git('status', '--porcelain'), '')
    assert.deepEqual((await git('show', '--name-only', '--format=')).split('\n'), [
      ...['CHANGELOG.md', 'e2e/releases/1.1.0.tar.zst', 'openapi.json', 'package-lock.json', 'package.json'],
    ])
    const text = await readFile(join(clone, 'CHANGELOG.md'), 'utf8')
    assert.ok(days.includes(dateOf(text, '1.1.0') ?? ''), text)
    // Nothing is left to release.
    assert.match((await release('1.2.0')).stderr, /no unreleased changes/)
  })

  test('the first release has the version that package.json already has, and is released once', async () => {
    await write('CHANGELOG.md', '# Changelog\n\n## [1.0.0] - unreleased\n\n### Added\n\n- Everything.\n')
    await commit()
    const { code, stderr } = await release('1.0.0')
    assert.equal(code, undefined, stderr)
    assert.equal(await git('rev-parse', 'v1.0.0^{commit}'), await git('rev-parse', 'HEAD'))
    assert.equal(await readFile(join(clone, 'dist/version'), 'utf8'), '1.0.0')
    assert.match(await readFile(join(clone, 'CHANGELOG.md'), 'utf8'), /^## \[1\.0\.0\] - \d{4}-\d\d-\d\d$/m)
    assert.match((await release('1.0.0')).stderr, /^1\.0\.0 is not newer than 1\.0\.0, /m)
  })

  for (const [what, version, prepare, error] of [
    ['no version', '', undefined, /^Name the version, such as: npm run release -- 0\.2\.0$/m],
    ['a version that is none', 'v1.1', undefined, /^Name the version/],
    ['an older version', '0.9.0', undefined, /^0\.9\.0 is not newer than 1\.0\.0, /],
    ['a clone with changes', '1.1.0', () => write('new.txt', ''), /^The clone has changes\. /],
    [
      'a test that fails by chance',
      '1.1.0',
      () => write('docs/known-faults.md', fault).then(commit),
      /^Tests fail by chance\. Fix their causes and remove them from docs\/known-faults\.md\.$/m,
    ],
    ['an existing tag', '1.1.0', () => git('tag', 'v1.1.0'), /^The tag v1\.1\.0 already exists\.$/m],
    [
      'a failing check',
      '1.1.0',
      () => write('bin/failing', ''),
      /^npm run check failed\. Nothing was released\.$/m,
    ],
    [
      'a build that fails',
      '1.1.0',
      () => write('scripts/release/build.ts', 'process.exit(1)').then(commit),
      /build\.ts dist failed\. Nothing was released\.$/m,
    ],
    [
      'data that cannot be kept',
      '1.1.0',
      async () => {
        const file = 'scripts/release/kept-data.ts'
        await write(file, `${await readFile(join(clone, file), 'utf8')}process.exit(1)`)
        await commit()
      },
      /kept-data\.ts failed\. Nothing was released\.$/m,
    ],
    [
      'a commit that is refused',
      '1.1.0',
      async () => {
        await write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n')
        await chmod(join(clone, '.git/hooks/pre-commit'), 0o755)
      },
      /commit ended with 1/,
    ],
  ] as const) {
    test(`after ${what}, the clone is as before`, async () => {
      await prepare?.()
      const before = await state()
      const { code, stderr } = await release(...(version ? [version] : []))
      assert.equal(code, 1)
      assert.match(stderr, error)
      assert.deepEqual(await state(), before)
    })
  }

  test('a test that fails by chance during a release stops it', async () => {
    await write('bin/fault', fault)
    const head = await git('rev-parse', 'HEAD')
    assert.match((await release('1.1.0')).stderr, /^Tests fail by chance\./m)
    assert.deepEqual([await git('rev-parse', 'HEAD'), await git('tag')], [head, ''])
  })
})

test('the section of a version ends before the next', () => {
  assert.equal(sectionOf(changelog, '1.0.0'), '### Added\n\n- Everything.\n')
  const next = released(changelog, '1.1.0', '2026-02-03')
  assert.equal(sectionOf(next, '1.1.0'), '### Added\n\n- A feature.\n')
  assert.deepEqual([dateOf(next, '1.1.0'), dateOf(next, '1.0.0')], ['2026-02-03', '2026-01-02'])
  assert.match(next, /^## \[Unreleased\]\n\n## \[1\.1\.0\] - 2026-02-03$/m)
  assert.throws(() => sectionOf(changelog, '3.0.0'), /has no section for 3\.0\.0/)
})
