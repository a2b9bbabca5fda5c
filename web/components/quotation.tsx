import { Suspense } from 'react'
import { lazyPart } from './lazy-part.tsx'

const QuotedLines = lazyPart(
  () => import('./quoted-lines.tsx'),
  (_, { text }) => <bdi>“{text}”</bdi>,
)

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
