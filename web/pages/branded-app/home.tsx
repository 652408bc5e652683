import { Globe, Mail, MapPin, MessagesSquare, Phone } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { BrandedApp, PublicAgent } from '#contract/branded-app.ts'
import { AgentPicture } from '#web/parts/agent-card.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { bandButton } from './band.ts'
import { AppLogo } from './frame.tsx'
import { Install } from './install.tsx'
import { WithApp } from './with-app.tsx'

/** /o/{slug}/: who the organization is, which agents it has, and how to reach it (D139, D141). */
export default function BrandedAppHome() {
  return (
    <WithApp>
      {(app) => (
        <>
          <PageTitle text={app.appName} />
          <Welcome app={app} />
          {app.agents.length > 0 && <Agents app={app} />}
          <Contact app={app} />
        </>
      )}
    </WithApp>
  )
}

function Welcome({ app }: { app: BrandedApp }) {
  return (
    <section className="bg-primary bg-linear-135 from-primary to-(--primary-end) text-primary-text">
      <div className="mx-auto flex w-full max-w-page flex-col items-start gap-8 px-4 py-12 sm:px-6 sm:py-20 md:flex-row md:items-center md:gap-12">
        <AppLogo
          app={app}
          className="size-24 rounded-dialog border border-primary-text/30 text-4xl shadow-overlay sm:size-36 sm:text-5xl"
        />
        <div className="min-w-0">
          <h1 className="text-4xl font-semibold tracking-[-0.02em] wrap-anywhere sm:text-5xl">{app.appName}</h1>
          {app.tagline && <p className="mt-3 text-xl wrap-anywhere">{app.tagline}</p>}
          {app.welcomeMessage && (
            <p className="mt-4 max-w-prose text-lg wrap-anywhere whitespace-pre-line">{app.welcomeMessage}</p>
          )}
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <Link href={paths.brandedAgents(app.slug)} className={bandButton('main')}>
              <MessagesSquare aria-hidden className="size-5" />
              Start Talking
            </Link>
            {app.isPublished && <Install appName={app.appName} />}
          </div>
        </div>
      </div>
    </section>
  )
}

function Agents({ app }: { app: BrandedApp }) {
  return (
    <section aria-labelledby="agents" className="mx-auto w-full max-w-page px-4 py-12 sm:px-6 sm:py-16">
      <h2 id="agents" className="text-2xl font-semibold tracking-[-0.01em]">
        Our Agents
      </h2>
      <ul aria-label="Our agents" className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {app.agents.map((agent) => (
          <li key={agent.id}>
            <AgentTile agent={agent} slug={app.slug} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** An agent as visitors see it; starting asks them to sign in, and leads back to the agent. */
function AgentTile({ agent, slug }: { agent: PublicAgent; slug: string }) {
  const nameId = useId()
  return (
    <article
      aria-labelledby={nameId}
      className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-raised"
    >
      <AgentPicture agent={agent} className="aspect-[16/9] w-full" />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div>
          <div className="mb-1.5 flex min-h-6 items-center justify-between gap-3">
            <p className="min-w-0 truncate text-sm text-muted">{agent.category}</p>
            {agent.isFeatured && (
              <span className="shrink-0 rounded-full bg-accent px-2.5 py-1 text-xs font-medium text-accent-ink">
                Featured
              </span>
            )}
          </div>
          <h3 id={nameId} className="text-lg font-semibold">
            {agent.name}
          </h3>
        </div>
        <p className="mb-auto line-clamp-4 text-muted">{agent.description}</p>
        <LinkButton
          href={paths.brandedAgents(slug, { talk: agent.id })}
          wide
          aria-label={`Start Conversation: ${agent.name}`}
        >
          Start Conversation
        </LinkButton>
      </div>
    </article>
  )
}

function Contact({ app: { contactInfo, appName } }: { app: BrandedApp }) {
  const { email, phone, websiteUrl, address } = contactInfo
  if (![email, phone, websiteUrl, address].some(Boolean)) return null
  return (
    <section aria-labelledby="contact" className="border-t border-line bg-sunken">
      <div className="mx-auto w-full max-w-page px-4 py-12 sm:px-6">
        <h2 id="contact" className="text-2xl font-semibold tracking-[-0.01em] wrap-anywhere">
          Contact {appName}
        </h2>
        <ul aria-label="Contact" className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {email && (
            <Way icon={<Mail aria-hidden />}>
              <TextLink href={`mailto:${email}`}>{email}</TextLink>
            </Way>
          )}
          {phone && (
            <Way icon={<Phone aria-hidden />}>
              <TextLink href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</TextLink>
            </Way>
          )}
          {websiteUrl && (
            <Way icon={<Globe aria-hidden />}>
              <TextLink href={websiteUrl}>{new URL(websiteUrl).hostname}</TextLink>
            </Way>
          )}
          {address && (
            <Way icon={<MapPin aria-hidden />}>
              <span className="whitespace-pre-line">{address}</span>
            </Way>
          )}
        </ul>
      </div>
    </section>
  )
}

function Way({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span className="mt-0.5 text-muted [&>svg]:size-5">{icon}</span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}
