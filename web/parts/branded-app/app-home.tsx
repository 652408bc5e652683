import { Globe, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BrandedApp, ContactInfo, PublicAgent } from '#contract/branded-app.ts'
import { inkOn } from '#contract/brand-colors.ts'
import { AgentPicture } from '#web/parts/agent-card.tsx'
import { AppIcon } from './app-icon.tsx'

export type AppFace = Omit<BrandedApp, 'organizationId' | 'isPublished'>

interface Props {
  app: AppFace
  /** Place of the app's name in the outline of the page. */
  level?: 1 | 3
  /** What somebody can do first, below the welcome. */
  actions?: ReactNode
  /** What can be done with an agent. */
  agentAction?: (agent: PublicAgent) => ReactNode
  /** Whether addresses can be followed; not in a preview. */
  isLinked?: boolean
}

/**
 * The home of an organization's app: brand, welcome, agents, contact (D141). It looks at its own width and not at the
 * window's, so that a preview shows what a phone does.
 */
export function AppHome({ app, level = 1, actions, agentAction, isLinked = true }: Props) {
  const { welcomeMessage, agents, contactInfo } = app
  const Part = level === 1 ? 'h2' : 'h4'
  return (
    <div className="@container flex flex-col">
      <Brand app={app} level={level} />
      <div className="mx-auto flex w-full max-w-page flex-col gap-8 px-4 py-6 @min-[40rem]:px-6 @min-[40rem]:py-10">
        {(welcomeMessage || actions) && (
          <div className="flex flex-col items-start gap-5">
            {welcomeMessage && <p className="max-w-prose text-lg break-words whitespace-pre-line">{welcomeMessage}</p>}
            {actions}
          </div>
        )}
        {agents.length > 0 && (
          <section className="flex flex-col gap-4">
            <Part className="text-xl font-semibold">Talk to our agents</Part>
            <ul aria-label="Agents" className="grid gap-4 @min-[40rem]:grid-cols-2 @min-[64rem]:grid-cols-3">
              {agents.map((agent) => (
                <li key={agent.id}>
                  <AgentTile app={app} agent={agent} level={level} action={agentAction?.(agent)} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {Object.values(contactInfo).some((text) => text !== '') && (
          <section className="flex flex-col gap-3 border-t border-line pt-6">
            <Part className="text-xl font-semibold">Contact</Part>
            <Contact info={contactInfo} isLinked={isLinked} />
          </section>
        )}
      </div>
    </div>
  )
}

function Brand({ app, level }: { app: AppFace; level: 1 | 3 }) {
  const { appName, tagline, primaryColor, secondaryColor } = app
  const Name = level === 1 ? 'h1' : 'h3'
  return (
    <header style={{ backgroundColor: primaryColor, color: inkOn(primaryColor).ink }}>
      <div className="mx-auto flex max-w-page items-center gap-4 px-4 py-8 @min-[40rem]:gap-6 @min-[40rem]:px-6 @min-[40rem]:py-14">
        {/* Upon its own colour a tile with the initial would vanish. */}
        <AppIcon
          app={{ ...app, primaryColor: secondaryColor === primaryColor ? inkOn(primaryColor).ink : secondaryColor }}
          className="size-16 rounded-card text-3xl @min-[40rem]:size-20 @min-[40rem]:text-4xl"
        />
        <div className="min-w-0">
          <Name className="text-2xl font-semibold tracking-[-0.02em] break-words @min-[40rem]:text-4xl">{appName}</Name>
          {tagline && <p className="mt-1 text-lg break-words @min-[40rem]:text-xl">{tagline}</p>}
        </div>
      </div>
    </header>
  )
}

interface TileProps {
  app: AppFace
  agent: PublicAgent
  level: 1 | 3
  action: ReactNode
}

function AgentTile({ app, agent, level, action }: TileProps) {
  const Name = level === 1 ? 'h3' : 'h5'
  return (
    <article className="flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-raised">
      <div className="flex items-start gap-3">
        <AgentPicture agent={agent} className="size-14 shrink-0 rounded-control" />
        <div className="min-w-0 flex-1">
          <Name className="text-lg font-semibold break-words">{agent.name}</Name>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            {agent.category}
            {agent.isFeatured && (
              <span
                className="rounded-full px-2 py-0.5 text-xs font-medium"
                style={{ backgroundColor: app.accentColor, color: inkOn(app.accentColor).ink }}
              >
                Featured
              </span>
            )}
          </p>
        </div>
      </div>
      <p className="line-clamp-3 text-muted">{agent.description}</p>
      {action && <div className="mt-auto pt-1">{action}</div>}
    </article>
  )
}

function Contact({ info, isLinked }: { info: ContactInfo; isLinked: boolean }) {
  const rows = [
    { name: 'Email', icon: <Mail />, text: info.email, href: `mailto:${info.email}` },
    { name: 'Phone', icon: <Phone />, text: info.phone, href: `tel:${info.phone.replaceAll(/[^\d+]/g, '')}` },
    { name: 'Website', icon: <Globe />, text: withoutScheme(info.websiteUrl), href: info.websiteUrl },
    { name: 'Address', icon: <MapPin />, text: info.address, href: null },
  ]
  return (
    <ul aria-label="Contact" className="flex flex-col gap-2">
      {rows
        .filter(({ text }) => text !== '')
        .map(({ name, icon, text, href }) => (
          <li key={name} className="flex items-start gap-3">
            <span aria-hidden className="mt-0.5 text-muted [&>svg]:size-4">
              {icon}
            </span>
            <span className="sr-only">{name}:</span>
            {href && isLinked ? (
              <a href={href} rel="noopener" className="min-w-0 break-all text-link underline underline-offset-2">
                {text}
              </a>
            ) : (
              <span className="min-w-0 break-words">{text}</span>
            )}
          </li>
        ))}
    </ul>
  )
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}
