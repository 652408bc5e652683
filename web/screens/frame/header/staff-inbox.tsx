import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { countText } from '#contract/amounts.ts'
import type { StaffRole } from '#contract/identity/people.ts'
import { includesDuty } from '#contract/identity/staff.ts'
import { inboxUnread } from '#contract/messages/inbox.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { SmallMenuLinks } from './small-menu-links.tsx'

const inboxHref = paths.admin({ tab: 'communications' })

interface Props {
  role: StaffRole
}

/** The number of open conversations that this admin has not read; 0 for staff without the inbox. */
function useUnread(role: StaffRole): number {
  const enabled = includesDuty(role, 'messages.read')
  return useQuery({ ...query(inboxUnread), enabled, refetchInterval: 60_000 }).data?.unread ?? 0
}

const label = (count: number) => `${countText(count, 'unread conversation')} in the inbox`

/** The number beside the Admin Portal, which leads to the inbox. */
export function StaffInbox({ role }: Props) {
  const count = useUnread(role)
  if (count === 0) return null
  return (
    <LinkButton href={inboxHref} variant="ghost" aria-label={label(count)} className="rounded-full! px-2! tabular">
      <span
        aria-hidden
        className="inline-flex items-center gap-1 rounded-full bg-soft px-2 text-sm leading-6 text-soft-text"
      >
        <Inbox className="size-3.5" />
        <span translate="no">{count > 99 ? '99+' : count}</span>
      </span>
    </LinkButton>
  )
}

/** The same in the menu of small screens. */
export function SmallStaffInbox({ role, onChoose }: Props & { onChoose: () => void }) {
  const count = useUnread(role)
  if (count === 0) return null
  return <SmallMenuLinks links={[{ href: inboxHref, label: label(count) }]} onChoose={onChoose} />
}
