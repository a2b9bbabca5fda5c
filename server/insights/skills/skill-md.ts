import { isMap, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { isStorable, withoutDirectionMarks } from '#contract'

/** A SKILL.md (agentskills.io): YAML front matter, then instructions in Markdown. */
export interface SkillMd {
  name: string
  description: string
  instructions: string
}

/** An invalid SKILL.md, with the line from 1. */
export class SkillMdError extends Error {
  override name = 'SkillMdError'

  constructor(message: string, line: number) {
    super(`Line ${line}: ${message}`)
  }
}

const words = (what: string, max: number) =>
  z
    .string(`\`${what}\` must be text`)
    .overwrite(withoutDirectionMarks)
    .trim()
    .min(1, `\`${what}\` must not be empty`)
    .max(max, `\`${what}\` may have ${max} characters at most`)
    .refine(isStorable, `\`${what}\` contains a character that cannot be stored`)

const known = 'name, description, license, compatibility, metadata, allowed-tools'

const frontMatter = z.strictObject(
  {
    name: words('name', 64).regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      '`name` must be of lower-case letters, digits and single hyphens, such as `meeting-notes`',
    ),
    description: words('description', 1024),
    license: words('license', 1000).optional(),
    compatibility: words('compatibility', 500).optional(),
    metadata: z
      .record(
        z.string(),
        z.union([z.string(), z.number(), z.boolean()]),
        '`metadata` must be fields with text',
      )
      .optional(),
    'allowed-tools': z.union([z.string(), z.array(z.string())], '`allowed-tools` must be text').optional(),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `there is no field \`${issue.keys[0]}\` in the front matter of a skill; there are ${known}`
        : undefined,
  },
)

/** Parses a SKILL.md. @throws SkillMdError */
export function readSkillMd(content: string): SkillMd {
  const text = content.replace(/^\ufeff/, '')
  const parts = /^---[ \t]*\r?\n(?<yaml>[\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n(?<below>[\s\S]*))?$/.exec(text)
  if (!/^---[ \t]*\r?(\n|$)/.test(text))
    throw new SkillMdError('a SKILL.md begins with front matter: a line `---`, then `name: …`.', 1)
  if (!parts) throw new SkillMdError('the front matter does not end: a line `---` is missing after it.', 1)
  const { yaml = '', below = '' } = parts.groups!
  const fields = readFrontMatter(yaml)
  const instructions = below.trim()
  if (!instructions) {
    const line = text.slice(0, text.length - below.length).split('\n').length
    throw new SkillMdError('there are no instructions below the front matter.', line)
  }
  return { name: fields.name, description: fields.description, instructions }
}

function readFrontMatter(yaml: string): z.output<typeof frontMatter> {
  const lines = new LineCounter()
  // The file begins with a line before the YAML.
  const lineOf = (offset: number | undefined) => (offset === undefined ? 1 : lines.linePos(offset).line + 1)
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const [error] = document.errors
  if (error) throw new SkillMdError(`this is not valid YAML: ${error.message}.`, lineOf(error.pos[0]))
  if (!isMap(document.contents))
    throw new SkillMdError('the front matter must be fields such as `name: …`.', 2)
  let fields: unknown
  try {
    fields = document.toJS({ maxAliasCount: 20 })
  } catch {
    throw new SkillMdError('the front matter refers to itself too often.', 2)
  }
  const read = frontMatter.safeParse(fields)
  if (read.success) return read.data

  const [issue] = read.error.issues
  const path = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : (issue?.path ?? [])
  if (path[0] !== undefined && !document.has(path[0]))
    throw new SkillMdError(`\`${String(path[0])}\` is missing.`, 1)
  const pair = document.contents.items.find(({ key }) => String(key) === String(path[0]))
  const offset = (pair?.key as { range?: [number] } | undefined)?.range?.[0]
  throw new SkillMdError(`${issue!.message}.`, lineOf(offset))
}
