import { ArrowRight } from 'lucide-react'
import { paths } from '#web/client/addresses/paths.ts'
import { LinkButton } from '#web/kit/link-button.tsx'

/** The link for people who decide for a team. */
export function LandingTeams() {
  return (
    <section className="mx-auto w-full max-w-page px-4 py-16 sm:px-6 sm:py-20">
      <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 rounded-dialog bg-soft p-6 sm:p-10">
        <div className="min-w-0 max-w-prose">
          <h2 className="text-2xl font-semibold tracking-[-0.02em]">Bring the whole team</h2>
          <p className="mt-2 text-lg text-muted">
            One pool of minutes, the agents you choose for your people, and agents built for how your company works.
          </p>
        </div>
        <LinkButton
          href={paths.organizationInfo()}
          variant="secondary"
          size="touch"
          icon={<ArrowRight aria-hidden className="order-last size-4" />}
        >
          Luna for organizations
        </LinkButton>
      </div>
    </section>
  )
}
