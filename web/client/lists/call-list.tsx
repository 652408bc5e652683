import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'

/** Lines in the place of rows that load. */
export function LoadingRows({ what }: { what: string }) {
  return (
    <SkeletonGroup label={`Loading the ${what}…`} className="flex flex-col gap-3">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </SkeletonGroup>
  )
}
