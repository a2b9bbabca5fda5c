import { bulk } from './insights/bulk.ts'
import { matching } from './insights/matching.ts'
import { meanwhile } from './insights/meanwhile.ts'
import { pages } from './insights/pages.ts'
import { searches } from './insights/searches.ts'
import { uploads } from './insights/uploads.ts'
import { startInstallation } from './installation.ts'
import type { Print } from './load.ts'
import { openPostgres } from './postgres.ts'

/**
 * Trackers over texts, one to a thousand of them, with as many mentions each time; results and search over many rows. All
 * on one machine in one run, PostgreSQL and the callers too, whose commits reach the disk: read the ratios, not the numbers.
 * @param options.sources to upload at a time; 40 by default
 * @param options.mentions of the largest tracker; 1,000,000 by default
 * @param options.passages of the largest project; 100,000 by default
 */
export async function insights(
  print: Print,
  options: { [name in 'sources' | 'mentions' | 'passages']?: string | undefined },
): Promise<void> {
  await using postgres = await openPostgres({ fsync: true })
  await matching(print, postgres)
  await bulk(print, postgres)
  await using desk = await startInstallation(await postgres.createDatabase())
  await uploads(print, desk, Number(options.sources ?? 40))
  await meanwhile(print, desk)
  await pages(print, desk, Number(options.mentions ?? 1_000_000))
  await searches(print, desk, Number(options.passages ?? 100_000))
}
