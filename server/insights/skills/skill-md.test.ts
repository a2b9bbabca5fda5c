import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readSkillMd, SkillMdError } from './skill-md.ts'

const skill = (frontMatter: string, below = 'Do it.') => `---\n${frontMatter}\n---\n${below}`

test('a SKILL.md is read as specified by agentskills.io', () => {
  const whole = `---
name: meeting-notes
description: >
  Writes down what was decided,
  and by whom.
license: Apache-2.0
compatibility: Any model
metadata:
  author: A team
  version: "1.0"
allowed-tools: Read
---

# Notes

Write --- what was decided.

---
The end.
`
  const expected = {
    name: 'meeting-notes',
    description: 'Writes down what was decided, and by whom.',
    instructions: '# Notes\n\nWrite --- what was decided.\n\n---\nThe end.',
  }
  assert.deepEqual(readSkillMd(whole), expected)
  const onWindows = `\ufeff${whole.replaceAll('\n', '\r\n')}`
  assert.deepEqual(readSkillMd(onWindows), {
    ...expected,
    instructions: expected.instructions.replaceAll('\n', '\r\n'),
  })
})

const wrong: [string, string, RegExp][] = [
  ['has no front matter', '# Just text', /^Line 1: a SKILL.md begins with front matter/],
  ['does not end its front matter', '---\nname: a\ndescription: b\n', /^Line 1: .*does not end/],
  ['has no instructions', skill('name: a\ndescription: b', ' \n'), /^Line 5: there are no instructions/],
  ['has no name', skill('description: b'), /^Line 1: `name` is missing/],
  ['has no description', skill('name: a'), /^Line 1: `description` is missing/],
  ['has an empty description', skill('name: a\ndescription: ""'), /^Line 3: `description` must not be empty/],
  [
    'has a name with spaces',
    skill('description: b\nname: My Skill'),
    /^Line 3: `name` must be of lower-case/,
  ],
  [
    'has a name with two hyphens',
    skill('name: a--b\ndescription: b'),
    /^Line 2: `name` must be of lower-case/,
  ],
  ['has a number for a name', skill('name: 7\ndescription: b'), /^Line 2: `name` must be text/],
  ['has a long name', skill(`name: ${'a'.repeat(65)}\ndescription: b`), /^Line 2: `name` may have 64/],
  [
    'has a long description',
    skill(`name: a\ndescription: ${'b'.repeat(1025)}`),
    /^Line 3: .* 1024 characters/,
  ],
  [
    'has a field that there is not',
    skill('name: a\ndescription: b\nmodel: x'),
    /^Line 4: there is no field `model`/,
  ],
  ['has a list for metadata', skill('name: a\ndescription: b\nmetadata: [1]'), /^Line 4: `metadata` must be/],
  ['says a field twice', skill('name: a\nname: b\ndescription: b'), /^Line 3: this is not valid YAML/],
  ['is broken YAML', skill('name: a\ndescription: "b'), /^Line \d: this is not valid YAML/],
  ['has no fields', skill('- a\n- b'), /^Line 2: the front matter must be fields/],
  ['is empty between the lines', '---\n---\nText', /^Line 2: the front matter must be fields/],
]
for (const [what, content, message] of wrong) {
  test(`a SKILL.md that ${what} is rejected with the line`, () => {
    assert.throws(
      () => readSkillMd(content),
      (error) => (error instanceof SkillMdError && message.test(error.message)) || assert.fail(String(error)),
    )
  })
}

test('any SKILL.md is quickly read or rejected', () => {
  const bomb = `name: a\ndescription: b\nmetadata:\n  a: &a x\n${'  b: [*a, *a, *a, *a, *a, *a, *a]\n'.repeat(1)}`
  const yaml = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'name: a',
      'description: b',
      '&a [*a]',
      '!!js/function x',
      '? x',
      '<<: *a',
      bomb,
      '__proto__: 1',
      'a: *b',
      '%YAML 9',
    ),
  )
  fc.assert(
    fc.property(fc.array(yaml), fc.string({ unit: 'binary' }), (lines, below) => {
      try {
        const { name, description } = readSkillMd(skill(lines.join('\n'), below))
        assert.match(name, /^[a-z0-9-]{1,64}$/)
        assert.ok(description)
      } catch (error) {
        if (!(error instanceof SkillMdError)) throw error
      }
    }),
    { numRuns: 500 },
  )
})
