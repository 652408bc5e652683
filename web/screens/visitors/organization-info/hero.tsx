import { LinkButton } from '#web/kit/link-button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { OrganizationPicture } from './picture.tsx'

/** What an organization gets, on one screen, and where to go next (S314, S339). */
export function OrganizationHero({ businessName }: { businessName: string }) {
  return (
    <section className="night starry relative isolate overflow-hidden">
      <div className="mx-auto grid w-full max-w-page items-center gap-x-12 gap-y-14 px-4 pt-14 pb-16 sm:px-6 sm:pt-20 lg:grid-cols-[1.1fr_1fr] lg:pt-24 lg:pb-20">
        <div className="min-w-0">
          <h1>
            <span className="block font-sans text-base font-medium tracking-normal text-link">{businessName} </span>
            <span className="mt-4 block text-4xl font-semibold tracking-[-0.03em] sm:text-5xl">
              Someone to think with, for everyone on your team.
            </span>
          </h1>
          <p className="mt-6 max-w-prose text-lg text-night-muted sm:text-xl">
            Voice agents built for how your company works, on one shared pool of minutes. You decide who talks to whom.
            What is said stays between them.
          </p>
          <div className="mt-9 flex flex-wrap gap-3">
            <LinkButton
              href={paths.organizationInfo({ to: 'calculator' })}
              reload
              size="touch"
              className="max-sm:w-full"
            >
              Calculate Your Price
            </LinkButton>
            <LinkButton
              href={paths.organizationInfo({ to: 'contact' })}
              reload
              size="touch"
              variant="night"
              className="max-sm:w-full"
            >
              Talk to Sales
            </LinkButton>
          </div>
          <p className="mt-6 text-night-muted">
            Invited by your organization? <TextLink href={paths.organizationSignup()}>Take your seat</TextLink>
          </p>
        </div>
        <OrganizationPicture />
      </div>
    </section>
  )
}
