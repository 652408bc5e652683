import { Star } from 'lucide-react'
import { countText } from '#contract/amounts.ts'
import { classes } from '../classes.ts'

interface Props {
  /** What is being rated, for screen readers. */
  label: string
  /** 1 to 5; null until one is chosen. */
  value: number | null
  onChange: (stars: number) => void
}

/** One to five stars to choose from. */
export function StarButtons({ label, value, onChange }: Props) {
  return (
    <div role="group" aria-label={label} className="-ml-1.5 flex large-text:flex-wrap">
      {[1, 2, 3, 4, 5].map((stars) => {
        const isFilled = value !== null && stars <= value
        return (
          <button
            key={stars}
            type="button"
            aria-label={countText(stars, 'star')}
            aria-pressed={stars === value}
            onClick={() => onChange(stars)}
            className="flex size-9 items-center justify-center rounded-control transition-colors hover:bg-hover pointer-coarse:size-11"
          >
            <Star
              aria-hidden
              data-filled={isFilled}
              className={classes('size-5', isFilled ? 'fill-current text-warning' : 'text-control-line')}
            />
          </button>
        )
      })}
    </div>
  )
}
