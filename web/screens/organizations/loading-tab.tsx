import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'

/** Shown in place of a dashboard tab while it loads. */
export function LoadingTab() {
  return (
    <SkeletonGroup className="flex flex-col gap-3">
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </SkeletonGroup>
  )
}
