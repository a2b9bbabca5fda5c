import classes from './sparkline.module.css'

const [height, step, barWidth] = [24, 4, 3]

/** Counts over time as small bars. @param label says the same in words */
export function Sparkline({ counts, label }: { counts: readonly number[]; label: string }) {
  const most = Math.max(...counts)
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${counts.length * step - 1} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {counts.map((count, place) => {
        const barHeight = count === 0 ? 1 : Math.max(2, (height * count) / most)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={place}
            data-none={count === 0 || undefined}
            x={place * step}
            y={height - barHeight}
            width={barWidth}
            height={barHeight}
          />
        )
      })}
    </svg>
  )
}
