import type { PlainPath } from '../navigation.ts'

/** Other search terms of the pages in the navigation. */
export const keywords: Partial<Record<PlainPath, string>> = {
  '/': 'start, dashboard, overdue, attention',
  '/projects': 'insights',
  '/skills': 'summarize, themes, sentiment, model, SKILL.md',
  '/patients': 'people, search, records, duplicates, merges',
  '/inventory': 'stock, items, lots, expiry, pharmacy',
  '/billing': 'invoices, payments, credit notes, money, drafts, overdue',
  '/settings/account': 'password, two-factor, 2fa, sessions, sign out, profile, security',
  '/settings/api-keys': 'token, secret, script, integration',
  '/settings/members': 'people, users, team, invite, role',
  '/settings/backups': 'restore, disk, disaster, schedule',
  '/settings/imports': 'csv, migrate, upload',
  '/settings/audit-log': 'history, security, who did',
  '/settings/access-log': 'patients, privacy, who read, who opened',
  '/settings/security': 'settings, key lifetime, two-factor, 2fa, session age, access log',
  '/settings/organisation': 'settings, name, time zone, letterhead, tax rates, currency, series',
}
