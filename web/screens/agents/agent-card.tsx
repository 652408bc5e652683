import { Star } from 'lucide-react'
import { lazy, Suspense, useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Agent } from '#contract/agents/agents.ts'
import { countText, formatTenths } from '#contract/amounts.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { classes } from '#web/kit/classes.ts'

/** Loads apart, because the cards of the landing page need it later than they appear. */
const Greeting = lazy(async () => ({ default: (await import('./greeting.tsx')).Greeting }))

/** The parts of an agent that a card shows. */
export type AgentFace = Pick<Agent, 'name' | 'category' | 'description' | 'imageUrl' | 'rating' | 'sessionCount'> &
  Partial<Pick<Agent, 'ratingSource' | 'ratingCount'>>

/** Returns what every card of an agent of ours has: its page, and a greeting to hear. */
export function cardParts(agent: Agent) {
  return {
    agent,
    href: paths.agent(agent.id),
    figures: <Stars {...agent} />,
    overlay: agent.greeting && (
      <Suspense>
        <Greeting name={agent.name} sound={agent.greeting} />
      </Suspense>
    ),
  }
}

/** Says in a word whether a person can use the agent (D54). */
export function AgentBadge({ agent }: { agent: Pick<Agent, 'isActive' | 'isUnlocked'> }) {
  if (!agent.isActive) return <Badge tone="warning">Paused</Badge>
  if (agent.isUnlocked) return <Badge tone="success">Unlocked</Badge>
  return <Badge>Premium</Badge>
}

interface FrameProps {
  agent: Pick<Agent, 'name' | 'category' | 'description' | 'imageUrl'>
  badge: ReactNode
  level?: 2 | 3 | 5 | undefined
  /** The path of the agent's own page. */
  href?: string | undefined
  /** Below the description, such as its rating. */
  figures?: ReactNode
  /** Over the picture, such as a play button. */
  overlay?: ReactNode
  /** The button. */
  children?: ReactNode
}

/** The layout of a card: picture, badge, name, category, description, and slots for figures and the button. */
export function AgentCardFrame({ agent, badge, level = 3, href, overlay, figures, children }: FrameProps) {
  const Heading = `h${level}` as const
  const nameId = useId()
  return (
    <article
      aria-labelledby={nameId}
      className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-raised transition-[border-color] hover:border-control-line"
    >
      <div className="relative">
        {href ? (
          // The name is the same link for keyboards and screen readers.
          <Link href={href} aria-hidden tabIndex={-1}>
            <AgentPicture agent={agent} className="aspect-[16/9] w-full" />
          </Link>
        ) : (
          <AgentPicture agent={agent} className="aspect-[16/9] w-full" />
        )}
        {overlay}
      </div>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div>
          <div className="mb-1.5 flex min-h-6 items-center justify-between gap-3 large-text:flex-wrap">
            <p className="min-w-0 truncate text-sm text-muted">{agent.category}</p>
            {badge}
          </div>
          <Heading id={nameId} className="text-lg font-semibold">
            {href ? (
              <Link href={href} className="inline-block rounded-[2px] hover:underline">
                {agent.name}
              </Link>
            ) : (
              agent.name
            )}
          </Heading>
        </div>
        <p className="mb-auto line-clamp-3 text-muted">{agent.description}</p>
        {figures}
        {children}
      </div>
    </article>
  )
}

interface PictureProps {
  agent: Pick<Agent, 'name' | 'imageUrl'>
  className: string
}

/** An agent's picture, or its initial; the name always appears beside it. */
export function AgentPicture({ agent, className }: PictureProps) {
  if (agent.imageUrl) {
    return (
      <img
        src={agent.imageUrl}
        alt=""
        width={640}
        height={400}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        className={classes('bg-night object-cover', className)}
      />
    )
  }
  return (
    <div
      aria-hidden
      className={classes('flex items-center justify-center bg-night text-3xl font-semibold text-night-text', className)}
    >
      {agent.name.slice(0, 1).toUpperCase()}
    </div>
  )
}

interface StarsProps {
  /** From 0 to 5, in tenths. */
  rating: number
  sessionCount: number
  /** Whose rating it is; undefined for a sample. */
  ratingSource?: Agent['ratingSource']
  ratingCount?: number
}

/**
 * Five stars, filled up to the rating rounded down (S308), and in the same line the rating itself, whose it is, and the
 * number of sessions once there are some (D172, D198, S079).
 */
export function Stars({ rating, sessionCount, ratingSource, ratingCount = 0 }: StarsProps) {
  const filled = Math.floor(rating)
  const isEditors = ratingSource === 'editorial'
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-muted">
      <span role="img" aria-label={`Rated ${formatTenths(rating)} out of 5`} className="inline-flex gap-0.5">
        {[1, 2, 3, 4, 5].map((star) => (
          <Star
            key={star}
            aria-hidden
            data-filled={star <= filled}
            className={classes('size-3.5', star <= filled ? 'fill-current text-warning' : 'text-control-line')}
          />
        ))}
      </span>
      {isEditors && rating === 0 ? (
        <span className="font-medium text-text">New</span>
      ) : (
        <span>
          {isEditors && <span>Editors' rating </span>}
          <span aria-hidden className="font-medium text-text tabular">
            {formatTenths(rating)}
          </span>
        </span>
      )}
      {ratingSource === 'people' && <span>{countText(ratingCount, 'rating')}</span>}
      {sessionCount > 0 && <span>{`(${countText(sessionCount, 'session')})`}</span>}
    </p>
  )
}
