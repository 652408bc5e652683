import { Clock } from 'lucide-react'
import { Popover } from '#web/kit/dialogs/popover.tsx'
import { BalanceParts, balanceText } from './balance-parts.tsx'
import type { SignedIn } from './viewer.ts'

/** The balance in the header; its panel explains it (D32, D160). */
export function Balance({ user }: { user: SignedIn }) {
  return (
    <Popover
      title="1 credit = 1 minute"
      trigger={
        <button
          type="button"
          className="inline-flex min-h-9 min-w-0 flex-col items-end justify-center rounded-control px-1.5 font-medium text-muted transition-colors hover:bg-hover hover:text-text sm:flex-row sm:items-center sm:justify-start sm:gap-2 sm:px-2.5 pointer-coarse:min-h-11"
        >
          <Clock aria-hidden className="hidden size-4 shrink-0 sm:block" />
          {user.organizationName && (
            <span className="max-w-full min-w-0 truncate max-sm:text-xs sm:max-w-40">{user.organizationName}</span>
          )}
          <span className="shrink-0 text-text tabular sm:whitespace-nowrap">{balanceText(user)}</span>
        </button>
      }
    >
      <BalanceParts user={user} />
    </Popover>
  )
}
