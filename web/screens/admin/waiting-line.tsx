import { CircleAlert } from 'lucide-react'
import type { WaitingKind } from '#contract/admin/waiting.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { useWaitingWork, waitingPaths, waitingText } from '#web/screens/frame/waiting-work.tsx'

/** The kinds that are found in the payments. */
export const moneyKinds: readonly WaitingKind[] = ['approvals', 'disputes', 'findings']

/** One line with the work that waits for this person, of some kinds or of all; nothing while none does. */
export function WaitingLine({ kinds }: { kinds?: readonly WaitingKind[] }) {
  const { data: all = [], isLoading } = useLoadToast(useWaitingWork())
  if (isLoading) return <div data-loading="" />
  const shown = all.filter(({ kind }) => kinds?.includes(kind) ?? true)
  if (shown.length === 0) return null
  return (
    <div className="mb-6 flex gap-3 rounded-card bg-warning-soft px-4 py-1 max-sm:gap-2 max-sm:px-3 pointer-coarse:py-0 forced-colors:border">
      <CircleAlert aria-hidden className="mt-1.5 size-4 shrink-0 text-warning pointer-coarse:mt-3.5" />
      <ul aria-label="Waiting for you" className="flex flex-wrap gap-x-5 max-sm:gap-x-3">
        {shown.map((waiting) => (
          <li key={waiting.kind} className="flex">
            <TextLink
              href={waitingPaths[waiting.kind]}
              className="flex min-h-7 items-center text-sm font-semibold text-warning! tabular pointer-coarse:min-h-11"
            >
              {waitingText(waiting)}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
