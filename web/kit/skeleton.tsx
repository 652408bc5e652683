import { classes } from './classes.ts'

/** A grey shape of the size of what is coming; sizes come as classes (`h-5 w-40`). */
export function Skeleton({ className }: { className: string }) {
  return (
    <div aria-hidden className={classes('appear-late rounded-control bg-hover motion-safe:animate-pulse', className)} />
  )
}

interface SkeletonGroupProps {
  /** What is being loaded, for people who do not see the shapes. */
  label?: string
  children: React.ReactNode
  className?: string
}

/** Groups skeletons and says once that something is loading. */
export function SkeletonGroup({ label = 'Loading…', children, className }: SkeletonGroupProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
