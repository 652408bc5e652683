import { Star } from 'lucide-react'
import { countText, formatTenths } from '#contract/amounts.ts'
import type { Agent } from '#contract/agents/agents.ts'
import { classes } from '#web/kit/classes.ts'

interface Props {
  /** From 0 to 5, in tenths. */
  rating: number
  sessionCount: number
  /** Whose rating it is; undefined for a sample. */
  ratingSource?: Agent['ratingSource']
  ratingCount?: number
}

/**
 * Five stars, filled up to the rating rounded down (S308), and in the same line the rating itself, whose it is, and the
 * number of sessions once there are some (D172, D198, S079).
 */
export function Stars({ rating, sessionCount, ratingSource, ratingCount = 0 }: Props) {
  const filled = Math.floor(rating)
  const isEditors = ratingSource === 'editorial'
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-muted">
      <span role="img" aria-label={`Rated ${formatTenths(rating)} out of 5`} className="inline-flex gap-0.5">
        {[1, 2, 3, 4, 5].map((star) => (
          <Star
            key={star}
            aria-hidden
            data-filled={star <= filled}
            className={classes('size-3.5', star <= filled ? 'fill-current text-warning' : 'text-control-line')}
          />
        ))}
      </span>
      {isEditors && rating === 0 ? (
        <span className="font-medium text-text">New</span>
      ) : (
        <span>
          {isEditors && <span>Editors' rating </span>}
          <span aria-hidden className="font-medium text-text tabular">
            {formatTenths(rating)}
          </span>
        </span>
      )}
      {ratingSource === 'people' && <span>{countText(ratingCount, 'rating')}</span>}
      {sessionCount > 0 && <span>{`(${countText(sessionCount, 'session')})`}</span>}
    </p>
  )
}
