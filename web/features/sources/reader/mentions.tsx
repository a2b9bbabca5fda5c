import type { MouseEvent } from 'react'
import { Caption } from '../../../components/caption.tsx'
import { formatCount } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { useProjectId } from '../../../project.ts'
import classes from './mentions.module.css'
import type { Mentions } from './use-mentions.ts'
import type { Reader } from './use-reader.ts'

/** The trackers with mentions in this text, with counts and colors. Each can be hidden. */
export function Legend({ mentions: { trackers, hasMore, toggle } }: { mentions: Mentions }) {
  const projectId = useProjectId()
  if (trackers.length === 0) return null
  return (
    <section aria-labelledby="mentions">
      <Caption id="mentions" mb={6}>
        Mentions{hasMore && ' (only the first are shown)'}
      </Caption>
      <ul className={classes.legend} data-plain>
        {trackers.map(({ id, name, count, color, shown }) => (
          <li key={id} className={classes.entry}>
            <label className={classes.label} data-off={!shown || undefined}>
              <input
                type="checkbox"
                className={classes.box}
                checked={shown}
                onChange={() => toggle(id)}
                style={color}
              />
              <bdi className={classes.name}>{name}</bdi>
            </label>
            <TextLink
              to="/projects/$projectId/trackers/$trackerId"
              params={{ projectId, trackerId: id }}
              aria-label={`${name}: ${formatCount(count)} mentions here. Open the tracker`}
            >
              {formatCount(count)}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

const steps = 160

/** A strip beside the text that shows where its mentions are. A click goes to the nearest; the buttons serve the keyboard. */
export function MentionStrip({ reader }: { reader: Reader }) {
  const { text, mentions, goTo } = reader
  const colorOf = new Map(mentions.trackers.map(({ id, color }) => [id, color]))
  const ticks = new Map(
    mentions.shown.map((mention) => [
      Math.floor((mention.start / text.length) * steps),
      colorOf.get(mention.trackerId),
    ]),
  )
  const goToNearest = ({ clientY, currentTarget }: MouseEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect()
    const offset = ((clientY - top) / height) * text.length
    const nearest = mentions.shown.reduce((best, one) =>
      Math.abs(one.start - offset) < Math.abs(best.start - offset) ? one : best,
    )
    goTo(nearest, 'mention')
  }
  if (ticks.size === 0) return null
  return (
    <div className={classes.strip} aria-hidden onClick={goToNearest}>
      {[...ticks].map(([step, color]) => (
        <i key={step} className={classes.tick} style={{ ...color, top: `${(step / steps) * 100}%` }} />
      ))}
    </div>
  )
}
