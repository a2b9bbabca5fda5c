import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { getSource, type Project, type Run } from '#contract'
import { callOptions } from '../../../api.ts'
import { copyText } from '../../../components/copy.tsx'
import { download } from '../../../components/download.ts'
import { localDay } from '../../../components/format.ts'
import { MenuAction } from '../../../components/more-actions.tsx'
import { notifyDone, notifyUntilClosed } from '../../../components/notify.tsx'
import { skillTitle } from '../skill-title.ts'
import { citedIn } from './citations.ts'
import { portableMarkdown } from './portable-markdown.ts'

interface RunMenuProps {
  run: Run
  output: NonNullable<Run['output']>
  project: Project | undefined
}

/** What can be done with a result: the items of a menu. */
export default function RunMenu({ run, output, project }: RunMenuProps) {
  const markdown = useMarkdown(output)
  const copy = async (text: string) => {
    if (await copyText(text)) notifyDone('Copied')
    else notifyUntilClosed('The result could not be copied')
  }
  const save = (text: string) => {
    const name = [skillTitle(run.skill), project?.name, localDay(run.createdAt)].filter(Boolean).join(' ')
    download(new Blob([text], { type: 'text/markdown' }), `${name}.md`)
  }
  return (
    <>
      <MenuAction
        icon={IconCopy}
        label="Copy"
        disabled={markdown === undefined}
        onClick={() => markdown !== undefined && void copy(markdown)}
      />
      <MenuAction
        icon={IconDownload}
        label="Download"
        disabled={markdown === undefined}
        onClick={() => markdown !== undefined && save(markdown)}
      />
      <MenuAction icon={IconPrinter} label="Print" onClick={() => window.print()} />
    </>
  )
}

/**
 * Returns the result for use outside Aerie, once the titles of its sources are loaded. Browsers let a page copy only right after
 * a click, so this does not wait for one.
 */
function useMarkdown(output: NonNullable<Run['output']>): string | undefined {
  const cited = citedIn(output.markdown, output.citations)
  const sourceIds = [...new Set(cited.map(({ sourceId }) => sourceId))]
  const sources = useQueries({
    queries: sourceIds.map((sourceId) => ({ ...callOptions(getSource, { sourceId }), staleTime: 60_000 })),
  })
  if (sources.some(({ isPending }) => isPending)) return undefined
  const titles = sources.flatMap(({ data }) => (data ? [[data.id, data.title] as const] : []))
  return portableMarkdown(output, new Map(titles))
}
