import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Source } from '#contract'
import { dateOf, formatBytes, formatCount } from '../../../components/format.ts'
import { languageName } from '../../../components/language-select.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { kindNames } from '../source-state.tsx'
import classes from './source-facts.module.css'

/** The details of a source. */
export function SourceFacts({ source }: { source: Source }) {
  const { kind, author, occurredAt, tags, language, textChars, filename, bytes, externalId, original } =
    source
  const facts: [string, ReactNode][] = [
    ['Kind', kindNames[kind]],
    ['Author', author && <bdi>{author}</bdi>],
    ['Date', occurredAt && <time dateTime={occurredAt}>{dateOf(occurredAt)}</time>],
    ['Language', language && languageName(language)],
    ['Characters', textChars !== null && formatCount(textChars)],
    ['File', filename && <bdi>{filename}</bdi>],
    ['Original', originals[original]],
    ['Size', original !== 'removed' && formatBytes(bytes)],
    ['External id', externalId && <code className={classes.code}>{externalId}</code>],
    ['Version', source.version > 1 && formatCount(source.version)],
    ['Uploaded', <RelativeTime key="uploaded" at={source.createdAt} />],
    ['Changed', <RelativeTime key="changed" at={source.updatedAt} />],
    ['Tags', tags.length > 0 && <Tags tags={tags} />],
    ...Object.entries(source.metadata).map(([name, value]): [string, ReactNode] => [
      name,
      <bdi key={name}>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>,
    ]),
  ]
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: custom details may have the same names
          <div key={place}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const originals = {
  kept: null,
  rewritten: 'Names were replaced',
  removed: 'Removed, because names were replaced',
}

const Tags = ({ tags }: { tags: string[] }) =>
  tags.map((tag) => (
    <Text key={tag} span className={classes.tag ?? ''} dir="auto">
      {tag}
    </Text>
  ))
