import type { ReactNode } from 'react'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { useWaited } from '#web/kit/use-waited.ts'

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

const patienceMs = 5000

/** Shown while a payment opens: after 5 s it says that this is slow and that leaving is safe. */
export function PreparingNote({ isPreparing }: { isPreparing: boolean }) {
  const isLate = useWaited(isPreparing, patienceMs)
  return (
    <p role="status" className={isLate ? 'mt-4 text-sm text-muted' : undefined}>
      {isLate &&
        'This is taking longer than usual. You can wait, or go back and try again. Nothing is charged until you pay.'}
    </p>
  )
}

/** Places the payment form next to the order, or below it on a phone. */
export function PaymentColumns({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="md:order-2">{summary}</div>
      <div className="flex flex-col gap-4 md:order-1">{children}</div>
    </div>
  )
}
