import { paths } from '#web/client/addresses/paths.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Typewriter } from '#web/kit/text/typewriter.tsx'

const steps = ['learn', 'understand', 'navigate', 'apply']

/** The invitation between the agents and the prices (S031, S040). */
export function LandingBanner() {
  return (
    <section className="night starry relative isolate overflow-hidden">
      <img
        src="/landing/horizon.svg"
        alt=""
        width={1600}
        height={400}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 -z-10 size-full object-cover object-[74%_100%]"
      />
      <div className="mx-auto w-full max-w-page px-4 pt-16 pb-44 sm:px-6 sm:pt-24 sm:pb-28">
        <h2 className="max-w-3xl text-3xl font-semibold tracking-[-0.02em] sm:text-4xl">
          <Typewriter lead="A voice that helps you" words={steps} />
        </h2>
        <p className="mt-4 max-w-prose text-lg text-night-muted">
          Unlock every public agent and start talking today. No contracts, cancel anytime.
        </p>
        <LinkButton href={paths.register()} size="touch" className="mt-8">
          Get Access Now!
        </LinkButton>
      </div>
    </section>
  )
}
