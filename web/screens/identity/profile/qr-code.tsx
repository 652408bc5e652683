import { encode } from 'uqr'

/** Width of the white border, in modules, which readers need to find the code. */
const border = 3

/** A text as a QR code, drawn dark on light in every theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-control bg-night-text fill-night"
    >
      <path d={data.flatMap(drawRow).join('')} />
    </svg>
  )
}

/** Draws touching dark modules as one stroke, so that no light seams show between them. */
function drawRow(row: boolean[], y: number): string[] {
  return row.flatMap((isDark, x) => {
    if (!isDark || row[x - 1]) return []
    const end = row.indexOf(false, x)
    const length = (end === -1 ? row.length : end) - x
    return [`M${x} ${y}h${length}v1h-${length}z`]
  })
}
