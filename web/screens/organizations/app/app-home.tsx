import { Globe, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { inkOn } from '#contract/organizations/app/brand-colors.ts'
import { appInitial, type BrandedApp, type PublicAgent } from '#contract/organizations/app/branded-app.ts'
import { Badge } from '#web/kit/badge.tsx'
import { classes } from '#web/kit/classes.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { AgentCardFrame } from '#web/screens/agents/agent-card.tsx'

export type AppFace = Omit<BrandedApp, 'organizationId' | 'isPublished'>

/** Heading levels, by the level of the app's name on the page. */
const outlines = { 1: ['h1', 'h2', 3], 3: ['h3', 'h4', 5] } as const

interface Props {
  app: AppFace
  level?: keyof typeof outlines
  /** What a visitor can do first. */
  actions: ReactNode
  agentAction: (agent: PublicAgent) => ReactNode
  /** Whether contact details are links; false in a preview. */
  isLinked?: boolean
}

/**
 * The home page of an organization's app: who the organization is, which agents it has, and how to reach it (D141). It
 * adapts to its own width rather than the window's, so that the preview looks like a phone. Its colors come from
 * `brandVariables`.
 */
export function AppHome({ app, level = 1, actions, agentAction, isLinked = true }: Props) {
  const [Name, Part, agentLevel] = outlines[level]
  return (
    <div className="@container">
      <Welcome app={app} Name={Name} actions={actions} />
      {app.agents.length > 0 && (
        <Section title={<Part className={partLook}>Our Agents</Part>}>
          <ul aria-label="Our agents" className="mt-6 grid gap-4 @min-[40rem]:grid-cols-2 @min-[64rem]:grid-cols-3">
            {app.agents.map((agent) => (
              <li key={agent.id}>
                <AgentCardFrame
                  agent={agent}
                  level={agentLevel}
                  badge={agent.isFeatured && <Badge tone="accent">Featured</Badge>}
                >
                  {agentAction(agent)}
                </AgentCardFrame>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Contact app={app} title={<Part className={partLook}>Contact {app.appName}</Part>} isLinked={isLinked} />
    </div>
  )
}

const partLook = 'text-2xl font-semibold tracking-[-0.01em] wrap-anywhere'

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="mx-auto w-full max-w-page px-4 py-12 @min-[40rem]:px-6 @min-[40rem]:py-16">
      {title}
      {children}
    </section>
  )
}

function Welcome({ app, Name, actions }: { app: AppFace; Name: 'h1' | 'h3'; actions: ReactNode }) {
  return (
    <section className="bg-primary bg-linear-135 from-primary to-(--primary-end) text-primary-text">
      <div className="mx-auto flex w-full max-w-page flex-col items-start gap-8 px-4 py-12 @min-[40rem]:px-6 @min-[40rem]:py-20 @min-[48rem]:flex-row @min-[48rem]:items-center @min-[48rem]:gap-12">
        <AppIcon
          app={app}
          className="size-24 rounded-dialog border border-primary-text/30 text-4xl @min-[40rem]:size-36 @min-[40rem]:text-5xl"
        />
        <div className="min-w-0">
          <Name className="text-4xl font-semibold tracking-[-0.02em] wrap-anywhere @min-[40rem]:text-5xl">
            {app.appName}
          </Name>
          {app.tagline && <p className="mt-3 text-xl wrap-anywhere">{app.tagline}</p>}
          {app.welcomeMessage && (
            <p className="mt-4 max-w-prose text-lg wrap-anywhere whitespace-pre-line">{app.welcomeMessage}</p>
          )}
          <div className="mt-8 flex flex-wrap items-center gap-3">{actions}</div>
        </div>
      </div>
    </section>
  )
}

function Contact({ app: { contactInfo }, title, isLinked }: { app: AppFace; title: ReactNode; isLinked: boolean }) {
  const { email, phone, websiteUrl, address } = contactInfo
  // The website may still be being typed.
  const host = URL.canParse(websiteUrl) ? new URL(websiteUrl).hostname : websiteUrl
  const ways = [
    { Icon: Mail, text: email, href: `mailto:${email}` },
    { Icon: Phone, text: phone, href: `tel:${phone.replaceAll(/[^+\d]/g, '')}` },
    { Icon: Globe, text: host, href: websiteUrl },
    { Icon: MapPin, text: address, href: null },
  ].filter(({ text }) => text)
  if (ways.length === 0) return null
  return (
    <div className="border-t border-line bg-sunken">
      <Section title={title}>
        <ul aria-label="Contact" className="mt-6 grid gap-4 @min-[40rem]:grid-cols-2 @min-[64rem]:grid-cols-4">
          {ways.map(({ Icon, text, href }) => (
            <li key={text} className="flex items-start gap-3">
              <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
              <span className="min-w-0 wrap-anywhere whitespace-pre-line">
                {isLinked && href !== null ? <TextLink href={href}>{text}</TextLink> : text}
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

interface IconProps {
  app: Pick<BrandedApp, 'appName' | 'slug' | 'logoUrl' | 'primaryColor'>
  /** Sets the size, the corners and the size of the initial. */
  className?: string
}

/**
 * The logo of an app, as large as its white tile, or its initial on the brand color. It is decorative: the name is next to it.
 */
export function AppIcon({ app, className = 'size-16 rounded-card text-3xl' }: IconProps) {
  const { appName, slug, logoUrl, primaryColor } = app
  const look = classes('flex shrink-0 items-center justify-center overflow-hidden shadow-raised', className)
  if (logoUrl) {
    return (
      <span className={classes(look, 'bg-logo-ground')}>
        <img
          src={logoUrl}
          alt=""
          width={128}
          height={128}
          referrerPolicy="no-referrer"
          className="size-full object-contain"
        />
      </span>
    )
  }
  return (
    <span
      aria-hidden
      className={classes(look, 'font-semibold')}
      style={{ backgroundColor: primaryColor, color: inkOn(primaryColor).ink }}
    >
      {appInitial(appName, slug)}
    </span>
  )
}

/** A button on the band of the primary color, where the usual one would be invisible. */
export function bandButton(kind: 'main' | 'quiet'): string {
  return classes(
    'inline-flex h-11 items-center justify-center gap-2 rounded-control px-5 text-lg font-medium outline-offset-2',
    'transition-transform active:translate-y-px focus-visible:outline-2 focus-visible:outline-primary-text hover:underline',
    kind === 'main' ? 'bg-primary-text text-primary' : 'border border-primary-text text-primary-text',
  )
}
