import { useQuery } from '@tanstack/react-query'
import { Link2, Mail } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import {
  bulkInvitations,
  resendBulkInvitation,
  revokeBulkInvitation,
} from '#contract/organizations/bulk-invitations.ts'
import { invitationLimits } from '#contract/organizations/invitations.ts'
import { query, write } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Badge, type BadgeTone } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { type Act, ActButtons } from '#web/kit/dialogs/acts.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { levelNames, roleNames } from '../labels.ts'
import { LoadingTab } from '../loading-tab.tsx'
import type { TabProps } from '../scope.ts'
import { openLinkDialog } from './link-dialog.tsx'

type Bulk = Answer<typeof bulkInvitations>[number]
type Scoped = Pick<TabProps, 'scope'>

/** The batches sent and the links shared, newest first, with a button to create a link (S446, D118, D119). */
export function Batches({ scope }: Scoped) {
  return (
    <Card
      title="Batches and Shared Links"
      description="A shared link lets people join on their own, up to the number you set."
      aside={
        <Button
          variant="secondary"
          icon={<Link2 aria-hidden className="size-4" />}
          onClick={() => void openLinkDialog(scope)}
        >
          Create a Shared Link
        </Button>
      }
    >
      <Loaded
        read={useQuery(query(bulkInvitations, { query: scope }))}
        what="the batches and links"
        skeleton={<LoadingTab />}
        empty={
          <EmptyState title="Nothing sent or shared yet">
            Batches and links will appear here, with the number of people who joined.
          </EmptyState>
        }
      >
        {(all) => <BatchList all={all} scope={scope} />}
      </Loaded>
    </Card>
  )
}

const step = 20

function BatchList({ all, scope }: Scoped & { all: readonly Bulk[] }) {
  const [limit, setLimit] = useState(step)
  return (
    <>
      <ul aria-label="Batches and shared links" className="-my-4 divide-y divide-line">
        {all.slice(0, limit).map((bulk) => (
          <li key={bulk.id} className="py-4">
            <BatchRow bulk={bulk} scope={scope} />
          </li>
        ))}
      </ul>
      {all.length > limit && (
        <Button variant="secondary" wide className="mt-6" onClick={() => setLimit(limit + step)}>
          Show More
        </Button>
      )}
    </>
  )
}

/** A batch with its counts, or a link with its uses; both can be revoked (D118, D119). */
function BatchRow({ bulk, scope }: Scoped & { bulk: Bulk }) {
  const [now] = useState(() => new Date())
  const state = batchState(bulk, now)
  const isLink = bulk.invitationType === 'link'
  const Icon = isLink ? Link2 : Mail
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-2">
            <Icon aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 font-semibold break-words">{nameOf(bulk)}</span>
            <Badge tone={state.tone}>{state.label}</Badge>
          </p>
          <p className="mt-1 text-sm text-muted">
            {`${bulk.userCategory} · ${roleNames[bulk.role]} · ${levelNames[bulk.accessLevel]}`}
            {bulk.emailDomain && <span>{` · only @${bulk.emailDomain}`}</span>}
          </p>
          <p className="text-sm text-muted">
            <span>{isLink ? 'Created' : 'Sent'}</span> <DateTime value={bulk.createdAt} />
            {state.isOpen && (
              <span>
                {' · expires '}
                <DateTime value={bulk.expiresAt} />
              </span>
            )}
          </p>
        </div>
        {state.isOpen && <ActButtons of={nameOf(bulk)} acts={actsOf(bulk, scope)} />}
      </div>
      <Counters bulk={bulk} />
    </div>
  )
}

interface BatchState {
  label: string
  tone: BadgeTone
  /** Whether people can still join through it. */
  isOpen: boolean
}

const open: BatchState = { label: 'Open', tone: 'success', isOpen: true }
const ended = (label: string): BatchState => ({ label, tone: 'neutral', isOpen: false })

/** Returns whether people can still join through a batch or a link, and if not, why (S446). */
function batchState(bulk: Bulk, now: Date): BatchState {
  if (!bulk.isActive) return ended('Revoked')
  if (bulk.invitationType === 'email') {
    if (bulk.pendingCount > 0) return open
    return ended(bulk.acceptedCount === bulk.totalInvites ? 'All joined' : 'Closed')
  }
  if (bulk.maxUses !== null && bulk.currentUses >= bulk.maxUses) return ended('Used up')
  return Date.parse(bulk.expiresAt) <= now.getTime() ? ended('Expired') : open
}

/** Returns its name, such as `Spring`, or a description when it has none. */
function nameOf({ batchName, invitationType, totalInvites }: Bulk): string {
  if (batchName) return batchName
  if (invitationType === 'link') return 'Shared link'
  return `Batch of ${countText(totalInvites, 'person', 'people')}`
}

function Counters({ bulk }: { bulk: Bulk }) {
  const { acceptedCount, pendingCount, expiredCount, totalInvites, currentUses, maxUses } = bulk
  const isLink = bulk.invitationType === 'link'
  const total = isLink ? (maxUses ?? currentUses) : totalInvites
  const facts = isLink
    ? [`${currentUses} of ${total} uses`]
    : [
        `${totalInvites} invited`,
        `${acceptedCount} joined`,
        `${pendingCount} open`,
        ...(expiredCount > 0 ? [`${expiredCount} expired`] : []),
      ]
  return (
    <div className="flex flex-col gap-1.5">
      <ShareBar shares={[{ value: acceptedCount, tone: 'primary' }]} total={Math.max(1, total)} />
      <p className="text-sm tabular">{facts.join(' · ')}</p>
    </div>
  )
}

/** Returns the acts for a batch or a link that is open. */
function actsOf(bulk: Bulk, scope: TabProps['scope']): readonly Act[] {
  const name = nameOf(bulk)
  const isLink = bulk.invitationType === 'link'
  const input = { params: { id: bulk.id }, query: scope }
  const count = countText(bulk.pendingCount, 'Invitation')
  return [
    {
      label: 'Resend',
      may: !isLink,
      run: () =>
        write(resendBulkInvitation, input, {
          told: ({ sentCount }) => ({
            title: 'Invitations Sent',
            description: `${countText(sentCount, 'new link is', 'new links are')} on the way.`,
            tone: 'success',
          }),
        }),
      ask: {
        title: `Resend ${count.toLowerCase()} from “${name}”?`,
        text: `Everyone who hasn't answered gets a new link, valid for ${invitationLimits.mailDays} days. Links in earlier emails stop working.`,
        confirm: `Send ${count}`,
        keep: 'Not Now',
        tone: 'primary',
      },
    },
    {
      label: 'Revoke',
      run: () => write(revokeBulkInvitation, input, isLink ? { told: linkRevoked } : {}),
      ask: {
        title: `Revoke “${name}”?`,
        text: `${isLink ? 'The link stops working.' : 'The links in the emails stop working.'} People who have already joined stay.`,
        confirm: isLink ? 'Revoke Link' : `Revoke ${count}`,
        keep: isLink ? 'Keep Link' : 'Keep Invitations',
      },
    },
  ]
}

const linkRevoked = {
  title: 'Link Revoked',
  description: 'It can no longer be used to join.',
  tone: 'success',
} as const
