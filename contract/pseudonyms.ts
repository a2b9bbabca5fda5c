import { z } from 'zod'
import { operationIn } from './operation.ts'
import { projectParams } from './projects.ts'
import { line, text } from './rules/fields.ts'
import { searched } from './trackers.ts'

const operation = operationIn('insights')

const someone = z.strictObject({
  name: text(1, 200).describe(
    'Found as whole words, also with the last word first. Case, accents and punctuation are ignored',
  ),
  forms: z
    .array(text(1, 200))
    .max(50, 'Enter at most 50 forms')
    .optional()
    .describe('How else the person is called, such as the first name alone, a nickname or “Veras”'),
  pseudonym: line(1, 100)
    .optional()
    .describe(
      'By default, `Person` and a number. A name that the project replaces already keeps its pseudonym',
    ),
})

const pseudonymisation = z
  .strictObject({
    names: z
      .array(
        z.strictObject({
          pseudonym: z.string(),
          found: z
            .int()
            .nullable()
            .describe('How often the name is in the texts searched; null without a preview'),
          sample: z.array(z.string()).describe('Some of these places, in a preview'),
        }),
      )
      .describe('In the order of the request'),
    searched: searched
      .nullable()
      .describe('Newest sources first, until four million characters were searched. Null without a preview'),
    originals: z.int().describe('Original files to be deleted, because they are not plain text'),
  })
  .meta({ id: 'Pseudonymisation' })
export type Pseudonymisation = z.output<typeof pseudonymisation>

export const pseudonymiseProject = operation({
  id: 'projects.pseudonymise',
  method: 'POST',
  path: '/api/projects/:projectId/pseudonymise',
  summary:
    'Replace names by pseudonyms in the sources and trackers of a project, and in sources that arrive later. Originals other than plain text and runs that quote a name are deleted. There is no undo.',
  allow: ['owner', 'admin'],
  irreversible: true,
  params: projectParams,
  body: z.strictObject({
    names: z.array(someone).min(1, 'Enter at least one').max(500, 'Enter at most 500 names'),
    preview: z.boolean().default(false).describe('Only count what would be replaced'),
  }),
  result: pseudonymisation,
  status: 202,
  otherStatuses: [200],
  errors: ['project_not_found'],
})
