import { formatCents } from '#contract/amounts.ts'
import { platformAccess } from '#contract/billing/prices.ts'
import { MoonPhase } from '#web/screens/frame/brand/logo.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { LinkButton } from '#web/kit/link-button.tsx'

const promises = [
  {
    phase: 1,
    title: 'Your time',
    text: "Talk, interrupt, and be understood. You're charged for exactly what our server measured, to the second.",
  },
  {
    phase: 2,
    title: 'Your money',
    text: `One price for access, ${formatCents(platformAccess.priceCents)} a month, and packages that never expire. Every button that spends minutes shows the cost first and your new balance after.`,
  },
  {
    phase: 3,
    title: 'Your words',
    text: 'We store what you say only if you ask us to. No ads, and we never sell your data.',
  },
  {
    phase: 4,
    title: 'The truth',
    text: 'Every agent is an AI, and Luna says so in every conversation. It can be wrong, so check what matters before you act on it.',
  },
] as const

/** /about: what Luna is for and what it promises (D155). */
export default function About() {
  return (
    <Page title="About Us" description="Luna helps people get things done by talking them through." width="prose">
      <div className="flex flex-col gap-4 text-reading">
        <p>
          What stops us is rarely a lack of advice. It&apos;s the step from knowing to doing: the email you never write,
          the price you never say, the plan that never gets a date. A good conversation gets you past that step, and
          good conversations are hard to come by at nine in the evening.
        </p>
        <p>
          So we made a place where you can have one whenever you need it. Luna&apos;s agents are trained on business,
          personal-development and growth frameworks. Each knows one job well: rehearsing a sales call, sorting out a
          handbook, turning a goal into steps with names and dates. You speak, they answer, and you leave with something
          you can use.
        </p>
        <p>
          The name spells out the path you take: <strong>L</strong>earn, <strong>U</strong>
          nderstand, <strong>N</strong>avigate, <strong>A</strong>pply. Luna is made by a digital company.
        </p>
      </div>
      <h2 className="mt-12 text-2xl font-semibold tracking-[-0.02em]">What we promise</h2>
      <ul className="mt-6 flex flex-col gap-6">
        {promises.map(({ phase, title, text }) => (
          <li key={title} className="flex gap-4">
            <MoonPhase phase={phase} className="mt-0.5 size-8" />
            <div>
              <h3 className="text-lg font-semibold">{title}</h3>
              <p className="mt-0.5 text-reading text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-12 flex flex-wrap gap-3">
        <LinkButton href={paths.register()} size="touch">
          Get Started
        </LinkButton>
        <LinkButton href={paths.contact()} variant="secondary" size="touch">
          Contact Support
        </LinkButton>
      </div>
    </Page>
  )
}
