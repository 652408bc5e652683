import { Link2, Mail } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#contract/amounts.ts'
import { resendBulkInvitation, revokeBulkInvitation } from '#contract/organizations/bulk-invitations.ts'
import { invitationLimits } from '#contract/organizations/invitations.ts'
import { useCall } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { organizationFailures } from '../toasts.ts'
import { batchResent, bulkInvitationSuccesses } from './toasts.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { handOnFocus } from '#web/kit/kept-focus.ts'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { TabProps } from '../scope.ts'
import { levelsFor, rolesFor } from '../members/choices.ts'
import { batchName, batchState, type Bulk } from './batch-state.ts'

type Props = { bulk: Bulk } & Pick<TabProps, 'scope'>

/** A batch with its counts, or a link with its uses; both can be revoked (D118, D119). */
export function BatchRow({ bulk, scope }: Props) {
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
            <span className="min-w-0 font-semibold break-words">{batchName(bulk)}</span>
            <Badge tone={state.tone}>{state.label}</Badge>
          </p>
          <p className="mt-1 text-sm text-muted">
            {placeOf(bulk)}
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
        {state.isOpen && <Acts bulk={bulk} scope={scope} />}
      </div>
      <Counters bulk={bulk} />
    </div>
  )
}

function placeOf({ role, userCategory, accessLevel }: Bulk): string {
  const roleName = rolesFor(role).find(({ value }) => value === role)?.label
  const level = levelsFor(accessLevel).find(({ value }) => value === accessLevel)?.label
  return `${userCategory} · ${roleName} · ${level}`
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

function Acts({ bulk, scope }: Props) {
  const [asking, setAsking] = useState<'resend' | 'revoke'>()
  const name = batchName(bulk)
  const isLink = bulk.invitationType === 'link'
  const resend = useCall(resendBulkInvitation, {
    failed: organizationFailures.invite,
    done: ({ sentCount }) => showToast(batchResent(sentCount)),
  })
  const revoke = useCall(revokeBulkInvitation, {
    failed: organizationFailures.revokeInvitation,
    done: () => {
      showToast(isLink ? bulkInvitationSuccesses.linkRevoked : bulkInvitationSuccesses.batchRevoked)
      // The buttons disappear once it is no longer open.
      handOnFocus()
    },
  })
  const input = { params: { id: bulk.id }, query: scope }
  const people = countText(bulk.pendingCount, 'Invitation')
  return (
    <div className="flex gap-2">
      {!isLink && (
        <Button variant="secondary" size="dense" aria-label={`Resend: ${name}`} onClick={() => setAsking('resend')}>
          Resend
        </Button>
      )}
      <Button variant="ghost" size="dense" aria-label={`Revoke: ${name}`} onClick={() => setAsking('revoke')}>
        Revoke
      </Button>
      <ConfirmDialog
        open={asking === 'resend'}
        onClose={() => setAsking(undefined)}
        title={`Resend ${people.toLowerCase()} from “${name}”?`}
        confirmLabel={`Send ${people}`}
        keepLabel="Not Now"
        tone="primary"
        onConfirm={() => resend.submit(input)}
      >
        Everyone who hasn't answered gets a new link, valid for {invitationLimits.mailDays} days. Links in earlier
        emails stop working.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'revoke'}
        onClose={() => setAsking(undefined)}
        title={`Revoke “${name}”?`}
        confirmLabel={isLink ? 'Revoke Link' : `Revoke ${people}`}
        keepLabel={isLink ? 'Keep Link' : 'Keep Invitations'}
        onConfirm={() => revoke.submit(input)}
      >
        <span>{isLink ? 'The link stops working.' : 'The links in the emails stop working.'}</span> People who have
        already joined stay.
      </ConfirmDialog>
    </div>
  )
}
