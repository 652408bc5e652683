import {
  ChartColumn,
  Fingerprint,
  LifeBuoy,
  LockKeyhole,
  Mail,
  Palette,
  Phone,
  Plug,
  SquareTerminal,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#web/client/addresses/paths.ts'
import { useConfig, type PublicConfig } from '#web/client/config.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { PageTitle } from '#web/kit/text/page-title.tsx'
import {
  calculatorLimits as limits,
  choiceQuery,
  firstChoice,
  useKeptChoice,
} from '#web/screens/organizations/prices/choice.ts'
import { OpenOrder } from '#web/screens/organizations/prices/open-order.tsx'
import { PriceBuilder, StartRegistration } from '#web/screens/organizations/prices/price-builder.tsx'
import { Feature, LandingSection, type MoonStep, MoonSteps, NightBand } from '../landing/section.tsx'
import { LevelsArt, OrganizationPicture, PoolArt, PrivateArt, WorkshopArt } from './feature-art.tsx'
import { OrganizationPriceList } from './price-list.tsx'

/** /organization-info: what teams get, what it costs and whom to ask (S314, S339-S343). */
export default function OrganizationInfo() {
  const config = useConfig()
  const businessName = config?.businessName ?? 'Luna for Business'
  return (
    <>
      <PageTitle text={`${businessName} · Luna`} />
      <OpenOrder className="mx-auto w-full max-w-page px-4 py-4 sm:px-6" />
      <OrganizationHero businessName={businessName} />
      <OrganizationFeatures />
      <OrganizationStart />
      <OrganizationEnterprise />
      <OrganizationCalculator />
      <OrganizationContact config={config} />
    </>
  )
}

/** What an organization gets, on one screen, and where to go next (S314, S339). */
function OrganizationHero({ businessName }: { businessName: string }) {
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

/** The four selling points for organizations (S339). */
function OrganizationFeatures() {
  return (
    <LandingSection
      title="Built for teams, not for one more login"
      lead="Everything your people need to talk, and everything you need to stay in control."
      raised
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Feature title="One shared pool" art={<PoolArt />}>
          Nobody has to count their own minutes. Everyone draws from the same pool, to the second, and what you buy
          never expires.
        </Feature>
        <Feature title="Agents of your own" art={<WorkshopArt />}>
          Built with you for one job or several, with your knowledge, and never visible outside.
        </Feature>
        <Feature title="You decide who talks" art={<LevelsArt />}>
          Invite people by email or link, choose roles and access levels, and take a seat back whenever you need it.
        </Feature>
        <Feature title="Private by design" art={<PrivateArt />}>
          You see who talked to which agent and for how long. Never the words, unless someone shares them.
        </Feature>
      </ul>
    </LandingSection>
  )
}

const steps: readonly MoonStep[] = [
  { phase: 1, title: 'Choose', text: 'Users, minutes and agents. The price updates as you choose.' },
  { phase: 2, title: 'Register and pay', text: 'One form and one payment. Your dashboard opens right after it.' },
  { phase: 3, title: 'Invite', text: 'By email, by link, or a whole list at once. Everyone sets their own password.' },
  {
    phase: 4,
    title: 'Talk',
    text: "Your people start the same day, and your own agents follow as soon as they're ready.",
  },
]

/** From the calculator to the first conversation. */
function OrganizationStart() {
  return <MoonSteps title="Talking by this afternoon" steps={steps} />
}

/** The enterprise list; features that are not available to everybody yet say so (S340, D156). */
function OrganizationEnterprise() {
  return (
    <LandingSection title="Ready for the enterprise" lead="What larger teams ask for first." raised>
      <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        <Item Icon={UsersRound} title="Unlimited team members">
          1 to 1,000 seats, more on request
        </Item>
        <Item Icon={LockKeyhole} title="Private agent creation">
          Built for you, visible only to your people
        </Item>
        <Item Icon={Palette} title="Custom branding">
          Your logo and colors, up to an app of your own
        </Item>
        <Item Icon={ChartColumn} title="Analytics">
          Minutes by day, member and agent, with CSV export
        </Item>
        <Item Icon={LifeBuoy} title="Priority support">
          Your admins write to us from their dashboard
        </Item>
        <Item Icon={SquareTerminal} title="API access">
          <OnRequest />, <TextLink href={paths.apiDocs()}>documented here</TextLink>
        </Item>
        <Item Icon={Fingerprint} title="Single sign-on">
          <OnRequest />
        </Item>
        <Item Icon={Plug} title="Custom integrations">
          <OnRequest />
        </Item>
      </ul>
    </LandingSection>
  )
}

function OnRequest() {
  return <TextLink href="#contact">on request</TextLink>
}

function Item({ Icon, title, children }: { Icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li data-enterprise className="flex gap-4 sm:block">
      <Icon aria-hidden className="size-6 shrink-0 text-link" />
      <div>
        <h3 className="text-lg font-semibold sm:mt-3">{title}</h3>
        <p className="mt-0.5 text-muted">{children}</p>
      </div>
    </li>
  )
}

/** The package calculator, and every price in a table for people who just want to read (S341, S343, D97). */
function OrganizationCalculator() {
  const [choice, change] = useKeptChoice(firstChoice, limits)
  const href = paths.organizationRegisterSimplified(choiceQuery(choice))
  return (
    <LandingSection
      id="calculator"
      title="Your price, to the cent"
      lead="No sales call needed. Make your choices and see what you pay today, each month and in the first year."
    >
      <PriceBuilder
        choice={choice}
        change={{ onChange: change, limits }}
        action={<StartRegistration {...{ choice, limits, href }} />}
      />
      <OrganizationPriceList />
    </LandingSection>
  )
}

/** How to reach sales: the mailbox and the phone if configured, and no placeholder otherwise (S330, S342, D154). */
function OrganizationContact({ config }: { config: PublicConfig | undefined }) {
  const { contactEmail = null, contactPhone = null } = config ?? {}
  return (
    <NightBand
      id="contact"
      title="Talk to a person"
      lead="More than 1,000 users, single sign-on, an integration, or just a question? Tell us what you need, and we'll tell you what it takes."
    >
      {contactEmail && <Way Icon={Mail} href={`mailto:${contactEmail}`} text={contactEmail} />}
      {contactPhone && <Way Icon={Phone} href={`tel:${contactPhone.replaceAll(/[^+\d]/g, '')}`} text={contactPhone} />}
      {!contactEmail && !contactPhone && (
        <LinkButton href={paths.contact()} size="touch">
          Contact Support
        </LinkButton>
      )}
    </NightBand>
  )
}

/** A link to a mail program or a phone, outside the app's routing. */
function Way({ Icon, href, text }: { Icon: LucideIcon; href: string; text: string }) {
  return (
    <LinkButton
      href={href}
      reload
      size="touch"
      variant="night"
      icon={<Icon aria-hidden className="size-4" />}
      className="bg-night"
    >
      {text}
    </LinkButton>
  )
}
