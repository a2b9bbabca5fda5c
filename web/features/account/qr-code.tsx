import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './connect-app.module.css'

/** Squares on each side, as ISO/IEC 18004 asks for. */
const quietZone = 4

/** A QR code, drawn as one path so that the content security policy has nothing to refuse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawn(text), [text])
  return (
    <svg className={classes.qr ?? ''} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}

function drawn(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}
