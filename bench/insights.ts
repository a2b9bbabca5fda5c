import { howToGetPostgres, startPostgres } from '../server/testing/postgres.ts'
import { openDesk } from './insights/desk.ts'
import { matching } from './insights/matching.ts'
import { meanwhile } from './insights/meanwhile.ts'
import { pages } from './insights/pages.ts'
import { searches } from './insights/searches.ts'
import { uploads } from './insights/uploads.ts'

/**
 * Trackers over texts, one to a thousand of them, with as many mentions each time; results and search over many rows. All
 * on one machine in one run, PostgreSQL and the callers too, whose commits reach the disk: read the ratios, not the numbers.
 * @param options.sources to upload at a time; 40 where it is not said
 * @param options.mentions of the tracker that has most; 1,000,000
 * @param options.passages of the project that has most; 100,000
 */
export async function insights(
  print: (line: string) => void,
  options: {
    sources?: string | undefined
    mentions?: string | undefined
    passages?: string | undefined
  } = {},
): Promise<void> {
  const postgres = await startPostgres({ fsync: true })
  if (!postgres) throw new Error(`This needs ${howToGetPostgres}`)
  try {
    await matching(print, postgres)
    const desk = await openDesk(postgres)
    try {
      await uploads(print, desk, Number(options.sources ?? 40))
      await meanwhile(print, desk)
      await pages(print, desk, Number(options.mentions ?? 1_000_000))
      await searches(print, desk, Number(options.passages ?? 100_000))
    } finally {
      await desk.close()
    }
  } finally {
    await postgres.stop()
  }
}
