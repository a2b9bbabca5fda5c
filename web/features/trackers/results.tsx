import { Button, Text } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { getTrackerResults, type Tracker } from '#contract'
import { useCall } from '../../api.ts'
import { DayField } from '../../components/day-field.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Sentences } from './sentences.tsx'
import { TrendFigure } from './trend-figure.tsx'
import { daysIn } from './use-results.ts'

const route = getRouteApi('/shell/trackers/$trackerId')

/** The trend, and below it the sentences behind it: all of them, or those of the days in the address. */
export function Results({ tracker }: { tracker: Tracker }) {
  // What the route has read hands on what it left out.
  const days = daysIn(route.useSearch())
  const navigate = useNavigate()
  const look = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
    void navigate({
      to: '.',
      search: { ...(from && { from }), ...(to && { to }) } as never,
      replace: true,
      resetScroll: false,
    })
  const isNarrowed = days.from !== undefined || days.to !== undefined
  const isBackwards = days.from !== undefined && days.to !== undefined && days.from > days.to
  // Of all days, whichever are looked at.
  const whole = useCall(getTrackerResults, { trackerId: tracker.id, order: 'newest', limit: 1 })

  return (
    <Loaded call={whole} what="The results could not be loaded">
      {({ trend }) =>
        trend.length === 0 ? (
          <Nothing tracker={tracker} />
        ) : (
          <>
            <TrendFigure trend={trend} days={days} onChoose={look} />
            <FilterBar>
              <DayField label="From" value={days.from} onChange={(from) => look({ ...days, from })} />
              <DayField label="To" value={days.to} onChange={(to) => look({ ...days, to })} />
              {isNarrowed && (
                <Button variant="default" onClick={() => look({})}>
                  All days
                </Button>
              )}
            </FilterBar>
            {isBackwards ? (
              <Text role="alert">The last day is before the first.</Text>
            ) : (
              <Sentences trackerId={tracker.id} days={days} />
            )}
          </>
        )
      }
    </Loaded>
  )
}

function Nothing({ tracker: { backfill } }: { tracker: Tracker }) {
  return (
    <EmptyState
      title={backfill ? 'Nothing found so far' : 'Nothing found'}
      text={
        backfill
          ? 'It is still going back over the sources.'
          : 'No source says this. New ones are searched as they arrive; another form of the words may find more.'
      }
    />
  )
}
