import { Check } from 'lucide-react'
import { countText, minutesText } from '#contract/amounts.ts'
import { minuteOffers, poolAutoPurchaseBelowMinutes, type OrganizationChoice } from '#contract/organizations/prices.ts'

/** Lists what a choice includes, in words (S352). */
export function OrganizationIncluded({ choice }: { choice: OrganizationChoice }) {
  return (
    <section aria-label="What's included" className="rounded-card bg-sunken p-5">
      <h2 className="text-lg font-semibold">What&apos;s included</h2>
      <ul className="mt-3 flex flex-col gap-2">
        {included(choice).map((text) => (
          <li key={text} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-link" />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

function included(choice: OrganizationChoice): string[] {
  const { userCount, agentType, numberOfAgents, minutePackage, brandedPWA, ongoingOptimization } = choice
  const minutes = minutePackage && minuteOffers[minutePackage].minutes
  const lines = [
    userCount > 0 &&
      (userCount === 1 ? 'A seat for one person' : `Seats for ${countText(userCount, 'person', 'people')}`),
    minutes && `${minutesText(minutes)} every month in one shared pool; they never expire`,
    minutes &&
      `The same package again when fewer than ${minutesText(poolAutoPurchaseBelowMinutes)} remain; you can turn this off`,
    agentType !== 'none' && numberOfAgents === 1 && 'One private agent, built with you',
    agentType !== 'none' && numberOfAgents > 1 && `${numberOfAgents} private agents, built with you`,
    agentType !== 'none' && ongoingOptimization && 'Ongoing optimization of your agents',
    brandedPWA && 'An app with your name, logo and colors',
    'A dashboard for members, agents, usage and billing',
    'Reports on who talked, when and for how long, but never on what was said',
  ]
  return lines.filter((line) => typeof line === 'string' && line !== '') as string[]
}
