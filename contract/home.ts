import { z } from 'zod'
import { roles } from './actor.ts'
import { operation } from './operation.ts'
import { decimalText } from './rules/decimals.ts'
import { date, id, named, timestamp } from './rules/fields.ts'
import { patientId } from './rules/patient-id.ts'
import { runStatuses } from './skills.ts'

/** The number of records that a section shows. */
export const homeRows = 5
/** The number of records up to which a section counts. */
export const mostCounted = 100

const possibleDuplicate = named
  .extend({ id: patientId, birthDate: date.nullable() })
  .meta({ id: 'PossibleDuplicate' })

const section = <Row extends z.ZodRawShape>(row: Row) =>
  z
    .strictObject({
      total: z.int().describe(`Counted up to ${mostCounted}`),
      data: z.array(z.strictObject(row)).describe(`The first ${homeRows}`),
    })
    .nullable()

/** Null for a half of Aerie that the organisation does not use, and for records that the caller may not list. */
const sections = z.strictObject({
  overdueInvoices: section({
    id,
    number: z.string(),
    billedTo: z.string(),
    patientId: patientId.nullable(),
    dueDate: date,
    due: decimalText,
    currency: z.string(),
  }).describe('Issued invoices past their due date, oldest first'),
  lowStock: section({
    id: id.describe('Of the item'),
    sku: z.string(),
    name: z.string(),
    unit: z.string(),
    usable: decimalText,
    reorderLevel: decimalText,
  }).describe('Items below their reorder level'),
  expiringLots: section({
    id,
    lot: z.string(),
    item: named.extend({ unit: z.string() }),
    onHand: decimalText,
    expiresOn: date,
  }).describe('Lots in stock that have expired or expire within 30 days, first to expire first'),
  likelyDuplicates: section({
    patients: z.tuple([possibleDuplicate, possibleDuplicate]),
    score: z.number(),
  }).describe('Pairs of patients that the last search found, most likely first'),
  runs: section({
    id,
    skill: z.string(),
    project: named,
    status: z.enum(runStatuses),
    createdAt: timestamp,
  }).describe('Skill runs of the last seven days, newest first'),
  newMentions: section({
    id: id.describe('Of the tracker'),
    name: z.string(),
    project: named,
    mentions: z.int(),
  }).describe('Trackers with mentions found in the last 24 hours, most mentions first'),
  failedSources: section({ id, title: z.string(), project: named, error: z.string() }).describe(
    'Sources that could not be read, newest first',
  ),
  expiringKeys: section({ id, name: z.string(), prefix: z.string(), expiresAt: timestamp }).describe(
    'Your API keys that expire within 14 days, first to expire first',
  ),
  wrongClocks: section({ id: id.describe('Of the node'), aheadSeconds: z.int() }).describe(
    'Running nodes whose clock differs from the database’s by more than a minute',
  ),
})

/** The first things to do in a new installation. */
export const firstSteps = [
  'organisation',
  'project',
  'source',
  'tracker',
  'run',
  'letterhead',
  'patient',
  'stock',
  'invoice',
  'apiKey',
  'colleague',
] as const
export type FirstStep = (typeof firstSteps)[number]

export const getHome = operation({
  id: 'home.get',
  method: 'GET',
  path: '/api/home',
  summary: 'Get what needs your attention, such as overdue invoices, low stock and failed sources.',
  allow: roles,
  result: z.strictObject({
    sections,
    firstSteps: z
      .array(z.strictObject({ step: z.enum(firstSteps), done: z.boolean() }))
      .describe('The first things to do in a new installation, in order'),
  }),
  mcp: { readOnly: true, destructive: false },
})
export type Home = z.output<typeof getHome.result>
export type HomeSections = Home['sections']
