import { Check } from 'lucide-react'

const card = 'rounded-card border border-line bg-surface shadow-raised'

/** Dials set to one person's liking. */
export function DialsArt() {
  return (
    <div className={`w-full max-w-56 p-4 ${card}`}>
      {[
        ['Your offer', 'w-4/5'],
        ['Your words', 'w-3/5'],
        ['Your pace', 'w-2/5'],
      ].map(([name, width]) => (
        <div key={name} className="flex items-center gap-3 py-1">
          <span className="w-20 shrink-0">{name}</span>
          <span className="h-1.5 flex-1 rounded-full bg-line">
            <span className={`relative block h-full rounded-full bg-primary ${width}`}>
              <span className="absolute top-1/2 -right-1.5 size-3 -translate-y-1/2 rounded-full border-2 border-primary bg-surface" />
            </span>
          </span>
        </div>
      ))}
    </div>
  )
}

/** A conversation in the middle of the night. */
export function ChatArt() {
  return (
    <div className="flex w-full max-w-56 flex-col gap-1.5">
      <span className="self-center text-xs text-muted tabular">2:07 AM</span>
      <span className="self-end rounded-card rounded-br-none bg-info-soft px-3 py-1.5">
        I can&apos;t stop thinking about Monday.
      </span>
      <span className={`self-start rounded-bl-none px-3 py-1.5 ${card}`}>Then let&apos;s sort it out now.</span>
    </div>
  )
}

/** Days that get shorter. */
export function HoursArt() {
  return (
    <svg viewBox="0 0 224 112" className="w-full max-w-56">
      <path d="M8 96.5H216" className="stroke-control-line" strokeWidth="1" />
      {[84, 72, 75, 54, 40, 28].map((height, day) => (
        <rect
          key={height}
          x={16 + day * 34}
          y={96 - height}
          width="22"
          height={height}
          rx="4"
          className={day === 5 ? 'fill-accent' : 'fill-primary'}
          opacity={day === 5 ? 1 : 0.35 + day * 0.1}
        />
      ))}
      <path
        d="M27 8C70 20 118 14 150 38S182 54 197 60"
        className="fill-none stroke-link"
        strokeWidth="2"
        strokeDasharray="2 5"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** The answer everybody hopes for. */
export function YesArt() {
  return (
    <div className={`flex w-full max-w-56 items-center gap-3 p-4 ${card}`}>
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-success-soft text-success">
        <Check className="size-5" />
      </span>
      <span>
        <span className="block font-semibold">&ldquo;Yes, send it over.&rdquo;</span>
        <span className="text-muted">Re: Your proposal</span>
      </span>
    </div>
  )
}
