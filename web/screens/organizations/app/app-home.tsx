import { Globe, Mail, MapPin, Phone } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { BrandedApp, PublicAgent } from '#contract/organizations/app/branded-app.ts'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { AppIcon } from './app-icon.tsx'

export type AppFace = Omit<BrandedApp, 'organizationId' | 'isPublished'>

/** Heading levels, by the level of the app's name on the page. */
const outlines = { 1: ['h1', 'h2', 'h3'], 3: ['h3', 'h4', 'h5'] } as const

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
  const [Name, Part, AgentName] = outlines[level]
  return (
    <div className="@container">
      <Welcome app={app} Name={Name} actions={actions} />
      {app.agents.length > 0 && (
        <Section title={<Part className={partLook}>Our Agents</Part>}>
          <ul aria-label="Our agents" className="mt-6 grid gap-4 @min-[40rem]:grid-cols-2 @min-[64rem]:grid-cols-3">
            {app.agents.map((agent) => (
              <li key={agent.id}>
                <AgentTile agent={agent} Name={AgentName}>
                  {agentAction(agent)}
                </AgentTile>
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

/** An agent as visitors see it. */
function AgentTile({ agent, Name, children }: { agent: PublicAgent; Name: 'h3' | 'h5'; children: ReactNode }) {
  const nameId = useId()
  return (
    <article
      aria-labelledby={nameId}
      className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-raised"
    >
      <AgentPicture agent={agent} className="aspect-[16/9] w-full" />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div>
          <div className="mb-1.5 flex min-h-6 items-center justify-between gap-3 large-text:flex-wrap">
            <p className="min-w-0 truncate text-sm text-muted">{agent.category}</p>
            {agent.isFeatured && <Badge tone="accent">Featured</Badge>}
          </div>
          <Name id={nameId} className="text-lg font-semibold">
            {agent.name}
          </Name>
        </div>
        <p className="mb-auto line-clamp-4 text-muted">{agent.description}</p>
        {children}
      </div>
    </article>
  )
}

function Contact({ app: { contactInfo }, title, isLinked }: { app: AppFace; title: ReactNode; isLinked: boolean }) {
  const { email, phone, websiteUrl, address } = contactInfo
  if (![email, phone, websiteUrl, address].some(Boolean)) return null
  const link = (href: string, text: string) => (isLinked ? <TextLink href={href}>{text}</TextLink> : text)
  return (
    <div className="border-t border-line bg-sunken">
      <Section title={title}>
        <ul aria-label="Contact" className="mt-6 grid gap-4 @min-[40rem]:grid-cols-2 @min-[64rem]:grid-cols-4">
          {email && <Way icon={<Mail aria-hidden />}>{link(`mailto:${email}`, email)}</Way>}
          {phone && <Way icon={<Phone aria-hidden />}>{link(`tel:${phone.replaceAll(/[^+\d]/g, '')}`, phone)}</Way>}
          {websiteUrl && <Way icon={<Globe aria-hidden />}>{link(websiteUrl, hostOf(websiteUrl))}</Way>}
          {address && (
            <Way icon={<MapPin aria-hidden />}>
              <span className="whitespace-pre-line">{address}</span>
            </Way>
          )}
        </ul>
      </Section>
    </div>
  )
}

/** Also handles an address that is still being typed. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url
}

function Way({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span className="mt-0.5 text-muted [&>svg]:size-5">{icon}</span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}
