import { classes } from '#web/kit/classes.ts'

const tones: Record<string, string> = {
  GET: 'bg-info-soft text-accent-text',
  DELETE: 'bg-danger-soft text-danger',
  POST: 'bg-soft text-soft-text',
}

/** The method of a call. Reading, deleting and the rest differ in color and word. */
export function MethodChip({ method, isSmall = false }: { method: string; isSmall?: boolean }) {
  return (
    <span
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-control font-mono font-semibold',
        isSmall ? 'h-4.5 w-12 text-[0.625rem]' : 'h-6 px-2 text-xs',
        tones[method] ?? 'bg-warning-soft text-warning',
      )}
    >
      {method}
    </span>
  )
}
