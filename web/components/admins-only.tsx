import { EmptyState } from './empty-state.tsx'
import { PageHeader, type PageHeaderProps } from './page.tsx'

export interface AdminsOnlyProps extends Pick<PageHeaderProps, 'title' | 'back'> {
  /** What members may not do: `merge records`. */
  may: string
  text: string
}

/** Replaces a page for those whose role may not open it. */
export function AdminsOnly({ may, text, ...header }: AdminsOnlyProps) {
  return (
    <>
      <PageHeader {...header} />
      <EmptyState title={`Only the owner and admins can ${may}`} text={text} />
    </>
  )
}
