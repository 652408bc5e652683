import { classes } from '#web/kit/classes.ts'

/** A button on the band of the primary color, where the usual one would be invisible. */
export function bandButton(kind: 'main' | 'quiet'): string {
  return classes(
    'inline-flex h-11 items-center justify-center gap-2 rounded-control px-5 text-lg font-medium outline-offset-2',
    'transition-transform active:translate-y-px focus-visible:outline-2 focus-visible:outline-primary-text hover:underline',
    kind === 'main' ? 'bg-primary-text text-primary' : 'border border-primary-text text-primary-text',
  )
}
