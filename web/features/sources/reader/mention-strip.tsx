import type { MouseEvent } from 'react'
import colours from './colours.module.css'
import classes from './mention-strip.module.css'
import type { Reader } from './use-reader.ts'

const steps = 160

/** Beside the text, where in it the mentions stand; a click goes to the nearest. The buttons do the same by keyboard. */
export function MentionStrip({ reader }: { reader: Reader }) {
  const { text, mentions, goTo } = reader
  const colourOf = new Map(mentions.trackers.map(({ id, colour }) => [id, colour]))
  const ticks = new Map(
    mentions.shown.map((mention) => [
      Math.floor((mention.start / text.length) * steps),
      colourOf.get(mention.trackerId),
    ]),
  )
  const go = ({ clientY, currentTarget }: MouseEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect()
    const offset = ((clientY - top) / height) * text.length
    const nearest = mentions.shown.reduce((best, one) =>
      Math.abs(one.start - offset) < Math.abs(best.start - offset) ? one : best,
    )
    goTo(nearest, 'mention')
  }
  if (ticks.size === 0) return null
  return (
    <div className={`${classes.strip} ${colours.colours}`} aria-hidden onClick={go}>
      {[...ticks].map(([step, colour]) => (
        <i
          key={step}
          className={classes.tick}
          data-colour={colour}
          style={{ top: `${(step / steps) * 100}%` }}
        />
      ))}
    </div>
  )
}
