import { Text } from '@mantine/core'
import { formatCount } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import colours from './colours.module.css'
import classes from './legend.module.css'
import type { Mentions } from './use-mentions.ts'

/** Which trackers have mentions here, how many, and in which colour; each is switched on and off. */
export function Legend({ mentions: { trackers, hasMore, toggle } }: { mentions: Mentions }) {
  if (trackers.length === 0) return null
  return (
    <section aria-labelledby="mentions" className={colours.colours}>
      <Text id="mentions" size="xs" c="dimmed" mb={6}>
        Mentions{hasMore && ': the first ones are shown'}
      </Text>
      <ul className={classes.legend}>
        {trackers.map(({ id, name, count, colour, shown }) => (
          <li key={id} className={classes.entry}>
            <label className={classes.label} data-off={!shown || undefined}>
              <input
                type="checkbox"
                className={classes.box}
                checked={shown}
                onChange={() => toggle(id)}
                data-colour={colour}
              />
              <bdi className={classes.name}>{name}</bdi>
            </label>
            <TextLink
              to="/trackers/$trackerId"
              params={{ trackerId: id }}
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
