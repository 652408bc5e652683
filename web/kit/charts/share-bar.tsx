import { classes } from '../classes.ts'

const tones = { primary: 'fill-primary', accent: 'fill-accent', warning: 'fill-warning', chart: 'fill-chart' }

export interface Share {
  value: number
  tone: keyof typeof tones
}

interface Props {
  shares: readonly Share[]
  /** What the full width stands for; by default the sum of the shares. */
  total?: number
  className?: string
}

const gap = 0.75

/** Parts of a whole side by side, decorating text with the same figures. */
export function ShareBar({ shares, total, className }: Props) {
  const present = shares.filter(({ value }) => value > 0)
  const whole = total ?? present.reduce((sum, { value }) => sum + value, 0)
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 2"
      preserveAspectRatio="none"
      className={classes('h-2 w-full overflow-hidden rounded-full bg-line', className)}
    >
      {present.map(({ value, tone }, index) => {
        const before = present.slice(0, index).reduce((sum, share) => sum + share.value, 0)
        const isLast = index === present.length - 1
        const width = Math.max((value / whole) * 100 - (isLast ? 0 : gap), gap)
        return <rect key={tone} x={(before / whole) * 100} width={width} height={2} className={tones[tone]} />
      })}
    </svg>
  )
}
