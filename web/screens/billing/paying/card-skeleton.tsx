import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'

/** As large as the card form with its button, so that nothing moves when it arrives; `fieldsOnly` leaves the button out. */
export function CardSkeleton({ fieldsOnly = false }: { fieldsOnly?: boolean }) {
  return (
    <SkeletonGroup label="Loading the card form…" className="flex flex-col gap-4">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-11 w-full" />
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
      <Skeleton className="h-11 w-full" />
      {!fieldsOnly && <Skeleton className="h-11 w-full" />}
    </SkeletonGroup>
  )
}
