import { formatDate } from '#contract/dates.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner, type BannerTone } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import type { FollowedPurchase } from './followed-purchase.ts'
import type { AutoPurchaseState } from './use-auto-purchase-changes.ts'
import { useCardDialog } from './use-card-dialog.tsx'

type Problem = NonNullable<AutoPurchaseState['problem']>

const words: Record<Problem['code'], { title: string; tone: BannerTone }> = {
  declined: { title: 'Your card was declined', tone: 'danger' },
  card_blocked: { title: 'This card can no longer be charged', tone: 'danger' },
  confirmation_needed: { title: 'Your bank needs you to confirm a payment', tone: 'warning' },
  cap_reached: { title: "You reached this month's limit", tone: 'warning' },
  paused: { title: 'Auto-purchase is paused', tone: 'warning' },
  switched_off: { title: 'Auto-purchase was turned off', tone: 'danger' },
  on_hold: { title: 'Auto-purchase is on hold', tone: 'warning' },
}

interface Props {
  problem: Problem
  purchase: FollowedPurchase
}

/** What blocks the next automatic purchase, and how to fix it (D46, D47). */
export function AutoPurchaseProblem({ problem, purchase }: Props) {
  const { code, message, retryAt } = problem
  return (
    <Banner {...words[code]} actions={<WayOut problem={problem} purchase={purchase} />}>
      {retryAt ? `${message} The next try is on ${formatDate(retryAt, true)}.` : message}
    </Banner>
  )
}

function WayOut({ problem: { code, checkoutId }, purchase }: Props) {
  const isAboutCard = code === 'declined' || code === 'card_blocked' || code === 'switched_off'
  return (
    <>
      {isAboutCard && <OtherCard purchase={purchase} />}
      {checkoutId && (
        <LinkButton href={paths.checkout({ resume: checkoutId })} size="dense">
          Confirm Payment
        </LinkButton>
      )}
      {!isAboutCard && !checkoutId && (
        <LinkButton href={paths.checkout()} variant="secondary" size="dense">
          Add Credits
        </LinkButton>
      )}
    </>
  )
}

function OtherCard({ purchase }: { purchase: FollowedPurchase }) {
  const update = useCardDialog({ title: 'Update card', purchase })
  return (
    <>
      <Button variant="secondary" size="dense" pending={update.isOpening} onClick={update.open}>
        Use Another Card
      </Button>
      {update.dialog}
    </>
  )
}
