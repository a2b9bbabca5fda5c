import { z } from 'zod'
import { type Skill, skillInput } from '#contract'

/** Skills that need no model. */
export const builtInSkills = {
  sentiment:
    'Judges how positive or negative sentences are, by the lexicon and the rules of VADER: overall, over time and per source, each with the sentences that weigh most. ' +
    'Sentences in which nothing indicates either side are not judged. English only: sources in other languages are not judged either. ' +
    '`data` holds `overall`, `periods` and `sources`, each with `score` from -1 to 1, the mean of the judged sentences (null if there are none), and how many `sentences` are `positive`, `neutral`, `negative` and `notJudged`; and `sourcesNotJudged`, by language.',
  summarize:
    'Says what the sources say, in their own sentences: complete thoughts whose words are typical of the sources and repeat each other least, grouped by what they are about. ' +
    'With a `question`, those most relevant to it (BM25 with word forms), and none that are about something else. ' +
    '`data` holds `groups`, each with its `topic` and its `sentences`, and each of these with its `citations`.',
  themes:
    'Finds what recurs and distinguishes the sources from other texts: words and phrases in any of their forms, with how often and in how many sources they occur, and quotations. ' +
    'With a `question`, what recurs in sentences about it. ' +
    '`data` holds `themes`, each with `phrase`, `mentions`, `sources` and `citations`.',
} as const
export type BuiltInName = keyof typeof builtInSkills

export const isBuiltIn = (name: string): name is BuiltInName => Object.hasOwn(builtInSkills, name)

/** In one piece: a schema with an id would be a reference. */
export const inputSchema: Record<string, unknown> = z.toJSONSchema(z.strictObject(skillInput.shape), {
  io: 'input',
})

export const builtIns: Skill[] = Object.entries(builtInSkills).map(([name, description]) => ({
  name,
  description,
  builtIn: true,
  available: true,
  instructions: null,
  inputSchema,
  createdAt: null,
  createdBy: null,
}))
