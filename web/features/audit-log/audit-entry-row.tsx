import { IconChevronRight } from '@tabler/icons-react'
import type { AuditEntry } from '#contract'
import classes from './audit-entry-row.module.css'
import { EntryFacts } from './entry-facts.tsx'
import { sentenceOf } from './sentences.tsx'
import type { NameOf } from './use-names.ts'

/** What happened in one sentence; everything that was recorded about it unfolds below. */
export function AuditEntryRow({ entry, nameOf }: { entry: AuditEntry; nameOf: NameOf }) {
  return (
    <details className={classes.entry}>
      <summary>
        <IconChevronRight size={14} className={classes.chevron} aria-hidden />
        <span>{sentenceOf(entry, nameOf)}</span>
      </summary>
      <EntryFacts entry={entry} />
    </details>
  )
}
