import { Star } from 'lucide-react'
import { classes } from '#web/kit/classes.ts'

interface Props {
  /** From 0 to 5, in tenths. */
  rating: number
  /** Text after the number, such as the number of sessions. */
  children?: React.ReactNode
}

/** Five stars, filled up to the rating rounded down (S308), with the rating beside them. */
export function Stars({ rating, children }: Props) {
  const filled = Math.floor(rating)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-muted">
      <span role="img" aria-label={`Rated ${rating.toFixed(1)} out of 5`} className="inline-flex gap-0.5">
        {[1, 2, 3, 4, 5].map((star) => (
          <Star
            key={star}
            aria-hidden
            data-filled={star <= filled}
            className={classes('size-3.5', star <= filled ? 'fill-current text-warning' : 'text-control-line')}
          />
        ))}
      </span>
      <span aria-hidden className="font-medium text-text tabular">
        {rating.toFixed(1)}
      </span>
      {children}
    </p>
  )
}
