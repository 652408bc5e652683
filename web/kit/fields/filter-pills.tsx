import { classes } from '../classes.ts'

interface Props<Value extends string> {
  /** What is filtered, for screen readers. */
  label: string
  /** A count that is still loading is null and keeps its room. */
  options: readonly { value: Value; label: string; count?: number | null }[]
  value: Value
  onChange: (value: Value) => void
}

/** A filter with few choices, all in sight; exactly one is pressed. */
export function FilterPills<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const hasCounts = options.some(({ count }) => count !== undefined)
  return (
    <div
      role="group"
      aria-label={label}
      className={classes(
        'flex flex-wrap gap-1.5',
        // Counts arrive late: on phones each pill has its place from the start.
        hasCounts && 'max-sm:grid max-sm:w-full max-sm:grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))]',
      )}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={classes(
            'inline-flex h-8 items-center gap-1.5 rounded-full border px-3 max-sm:justify-center text-sm font-medium transition-colors pointer-coarse:h-11',
            option.value === value
              ? 'border-primary bg-soft text-soft-text'
              : 'border-line text-muted hover:border-control-line hover:text-text',
          )}
        >
          {option.label}
          {option.count !== undefined && <span className="min-w-[1ch] tabular">{option.count}</span>}
        </button>
      ))}
    </div>
  )
}
