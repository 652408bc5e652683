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
          className="inline-flex h-9 items-center gap-2 rounded-control px-2.5 font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-text"
        >
          <Clock aria-hidden className="size-4" />
          {user.organizationName && <span className="max-w-40 truncate">{user.organizationName}</span>}
          <span className="text-text tabular">{balanceText(user)}</span>
        </button>
      }
    >
      <BalanceParts user={user} />
    </Popover>
  )
}
