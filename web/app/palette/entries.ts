import {
  IconBarcode,
  IconFileText,
  IconFolders,
  IconKey,
  IconPackages,
  IconPlus,
  IconReceipt2,
  IconSparkles,
  IconTargetArrow,
  IconUserHeart,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import {
  createInvoice,
  createTracker,
  type FoundRecord,
  getStatement,
  type Operation,
  type SearchType,
  type Settings,
} from '#contract'
import { skillTitle } from '../../features/skills/skill-title.ts'
import type { May } from '../../session.ts'
import { navigationFor, type PlainPath } from '../navigation.ts'
import { commandsFor } from './commands.ts'

/** A line of the palette. */
export interface Entry {
  /** Unique among the lines. */
  key: string
  label: string
  /** What distinguishes it from lines with the same label. */
  note?: string
  /** What it is, at the end of the line. */
  kind?: string
  icon: TablerIcon
  /** The address that it leads to. */
  path: string
}

export interface Group {
  label: string
  entries: Entry[]
}

/** Returns the pages and actions that the user may use: all of them, or those that have the words of the query. */
export function pagesAndActions(query: string, uses: Settings['uses'] | undefined, may: May): Group[] {
  const pages = navigationFor(uses, may).map(({ group, entries }) => ({
    label: group,
    entries: entries.map(({ label, to, icon }) => ({
      key: to as string,
      label,
      keywords: keywords[to] ?? '',
      icon,
      path: to as string,
    })),
  }))
  const actions = commandsFor(uses, may).map(({ label, to, dialog }) => ({
    key: label,
    label,
    keywords: '',
    icon: IconPlus,
    path: dialog ? `${to}?dialog=${dialog}` : to,
  }))
  const groups = [...pages, { label: 'Actions', entries: actions }]
  if (query === '') return groups
  const all = groups.flatMap(({ entries }) => entries)
  const byLabel = all.filter(({ label }) => hasWords(label, query))
  const byKeyword = all.filter(
    (entry) => !byLabel.includes(entry) && hasWords(`${entry.label} ${entry.keywords}`, query),
  )
  return [{ label: 'Pages and actions', entries: [...byLabel, ...byKeyword].slice(0, 5) }]
}

const hasWords = (text: string, query: string) =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((beginning) => ` ${text.toLowerCase()}`.includes(` ${beginning}`))

const kinds: Record<SearchType, { label: string; icon: TablerIcon; actions?: RecordAction[] }> = {
  patient: {
    label: 'Patient',
    icon: IconUserHeart,
    actions: [
      { label: 'New invoice for', path: (id) => `/billing/new?patient=${id}`, needs: createInvoice },
      { label: 'Statement of', path: (id) => `/patients/${id}/statement`, needs: getStatement },
    ],
  },
  invoice: { label: 'Invoice', icon: IconReceipt2 },
  item: { label: 'Item', icon: IconPackages },
  lot: { label: 'Lot', icon: IconBarcode },
  project: {
    label: 'Project',
    icon: IconFolders,
    actions: [
      { label: 'New tracker in', path: (id) => `/projects/${id}/trackers/new`, needs: createTracker },
    ],
  },
  source: { label: 'Source', icon: IconFileText },
  tracker: { label: 'Tracker', icon: IconTargetArrow },
  skill: { label: 'Skill', icon: IconSparkles },
  user: { label: 'User', icon: IconUsers },
  api_key: { label: 'API key', icon: IconKey },
}

interface RecordAction {
  /** Precedes the title of the record. */
  label: string
  path: (id: string) => string
  needs: Operation
}

/** Returns the lines of records, and of what can be done with the first. */
export function recordsAndActions(records: FoundRecord[], may: May): Group[] {
  const entries = records.map(({ type, id, title, subtitle, path }) => ({
    key: `${type} ${id}`,
    label: type === 'skill' ? skillTitle(title) : title,
    note: subtitle,
    kind: kinds[type].label,
    icon: kinds[type].icon,
    path,
  }))
  const [first] = records
  const actions = first
    ? (kinds[first.type].actions ?? [])
        .filter(({ needs }) => may(needs))
        .map(({ label, path }) => ({
          key: `${label} ${first.id}`,
          label: `${label} ${first.title}`,
          icon: IconPlus,
          path: path(first.id),
        }))
    : []
  return [
    { label: 'Records', entries },
    { label: 'Actions', entries: actions },
  ]
}

/** Other search terms of the pages in the navigation. */
const keywords: Partial<Record<PlainPath, string>> = {
  '/': 'start, dashboard, overdue, attention',
  '/projects': 'insights',
  '/skills': 'summarize, themes, sentiment, model, SKILL.md',
  '/patients': 'people, search, records, duplicates, merges',
  '/inventory': 'stock, items, lots, expiry, pharmacy',
  '/billing': 'invoices, payments, credit notes, money, drafts, overdue',
  '/settings/account': 'password, two-factor, 2fa, sessions, sign out, profile, security',
  '/settings/api-keys': 'token, secret, script, integration',
  '/settings/members': 'people, members, team, invite, role, access, service users',
  '/settings/backups': 'restore, disk, disaster, schedule',
  '/settings/imports': 'csv, migrate, upload',
  '/settings/audit-log': 'history, security, who did',
  '/settings/access-log': 'patients, privacy, who read, who opened',
  '/settings/security': 'settings, key lifetime, two-factor, 2fa, session age, access log',
  '/settings/organisation': 'settings, name, time zone, letterhead, tax rates, currency, series',
}
