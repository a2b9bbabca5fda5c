import { lazy, Suspense } from 'react'

const QuotedLines = lazy(() => import('./quoted-lines.tsx'))

/** Words quoted from a source: in quotation marks, or as the fields of a table row. */
export function Quotation({ text }: { text: string }) {
  const words = <bdi>“{text}”</bdi>
  if (!text.includes('\n')) return words
  return (
    <Suspense fallback={words}>
      <QuotedLines text={text} />
    </Suspense>
  )
}
