import { classes } from './classes.ts'

/** A gray shape as large as the content to come; sizes are classes (`h-5 w-40`). */
export function Skeleton({ className }: { className: string }) {
  return (
    <div aria-hidden className={classes('appear-late rounded-control bg-hover motion-safe:animate-pulse', className)} />
  )
}

interface SkeletonGroupProps {
  /** What is loading, for screen readers. */
  label?: string
  children: React.ReactNode
  className?: string
}

/** Groups skeletons and announces once that something is loading. */
export function SkeletonGroup({ label = 'Loading…', children, className }: SkeletonGroupProps) {
  return (
    <div role="status" data-loading="" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
