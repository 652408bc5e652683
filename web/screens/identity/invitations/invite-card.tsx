import { useQuery } from '@tanstack/react-query'
import { minutesText } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { referrals } from '#contract/billing/referrals.ts'
import { query } from '#web/client/api.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { CopyLink } from '#web/client/copy-link.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { LineSection } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'

/** The user's link, while the platform offers minutes for it (D51); the page never waits for it. */
export function InviteCard({ user }: { user: Me }) {
  const { offer } = useLoadToast(useQuery(query(referrals))).data ?? {}
  if (!offer || user.role === 'admin') return null
  return (
    <LineSection
      title="Invite Friends"
      aside={
        <LinkButton href={paths.invitations()} variant="ghost" size="dense">
          Your Invitations
        </LinkButton>
      }
    >
      <p className="mb-3 text-muted">
        You get <span>{minutesText(offer.rewardMinutes)}</span> when someone you invite makes their first payment.
      </p>
      <CopyLink label="Your link" link={offer.link} />
    </LineSection>
  )
}
