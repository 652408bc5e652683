import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'

/** As large as the card form, so that nothing moves when it arrives. */
export function CardSkeleton() {
  return (
    <SkeletonGroup label="Loading the card form…" className="flex min-h-60 flex-col gap-4">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-11 w-full" />
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
      <Skeleton className="h-11 w-full" />
    </SkeletonGroup>
  )
}
