import {
  ArrowLeftRight,
  Ban,
  CalendarClock,
  CreditCard,
  Gavel,
  KeyRound,
  type LucideIcon,
  Mail,
  MessageSquare,
  Phone,
  RotateCcw,
  ShieldCheck,
} from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { LineKind, TimelineLine } from '#contract/admin/timeline.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { type Act, ActButtons } from '#web/kit/dialogs/acts.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Change } from '../audit/acts-list.tsx'
import { explain, questionOf } from './explain-words.ts'
import { type OnCredited, useLineActs } from './line-acts.tsx'
import { causeNames, detailsOf, figureOf, titleOf } from './line-words.ts'
import type { Whose } from '../person-name.tsx'

interface Props {
  lines: readonly TimelineLine[]
  whose: Whose
  /** Names the list for screen readers. */
  label?: string
  /** The line whose explanation is open from the start; the others are one click away. */
  explained?: TimelineLine | undefined
  onCredited?: OnCredited
}

/**
 * Lines of a customer's timeline, each with its explanation and with the acts that the staff role allows: give time
 * back, refund, end, send again.
 */
export function TimelineList({ lines, whose, label = 'Timeline', explained, onCredited }: Props) {
  const acts = useLineActs(whose, onCredited)
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line">
      {lines.map((line) => (
        <Line
          key={`${line.kind}-${line.id}`}
          line={line}
          whose={whose}
          isExplained={line === explained}
          acts={acts(line)}
        />
      ))}
    </ul>
  )
}

const icons: Record<LineKind, LucideIcon> = {
  conversation: Phone,
  minutes: ArrowLeftRight,
  payment: CreditCard,
  decline: Ban,
  refund: RotateCcw,
  dispute: Gavel,
  subscription: CalendarClock,
  mail: Mail,
  message: MessageSquare,
  act: ShieldCheck,
  security: KeyRound,
}

interface LineProps {
  line: TimelineLine
  whose: Whose
  /** Whether its explanation is open from the start. */
  isExplained: boolean
  acts: readonly Act[]
}

/** One line: what happened, when, what it moved, why, and what can be done about it. */
function Line({ line, whose, isExplained, acts }: LineProps) {
  const Icon = icons[line.kind]
  const figure = figureOf(line)
  const reasons = explain(line)
  return (
    <li id={lineId(line)} tabIndex={-1} className="flex gap-3 py-3 outline-none target:bg-soft focus:bg-sunken">
      <span className="mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-x-4">
          <p className="min-w-0 font-medium wrap-anywhere">
            {titleOf(line)} <State line={line} />
          </p>
          {figure && <p className="tabular shrink-0">{figure}</p>}
        </div>
        <p className="text-sm text-muted tabular">
          <DateTime value={line.at} withTime />
          {detailsOf(line).map((detail) => (
            <Fragment key={detail}>
              {' · '}
              <span className="inline-block max-w-full wrap-anywhere">{detail}</span>
            </Fragment>
          ))}
        </p>
        {line.kind === 'act' && (
          <div className="text-sm">
            <Change act={line} />
          </div>
        )}
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm empty:hidden">
          {reasons.length > 0 && <Explanation title={questionOf(line)} reasons={reasons} isOpen={isExplained} />}
          <LineLinks line={line} whose={whose} />
          <ActButtons acts={acts} />
        </div>
      </div>
    </li>
  )
}

function Explanation({ title, reasons, isOpen }: { title: string; reasons: string[]; isOpen: boolean }) {
  return (
    <details open={isOpen} className="open:basis-full">
      <summary className="w-fit cursor-pointer rounded-[2px] text-link">{title}</summary>
      <p className="mt-1 max-w-prose wrap-anywhere">{reasons.join(' ')}</p>
    </details>
  )
}

/** What is live, refused or failed. */
function State({ line }: { line: TimelineLine }) {
  const state = stateOf(line)
  return state && <Badge tone={state.tone}>{state.label}</Badge>
}

function stateOf(line: TimelineLine): { label: string; tone: 'success' | 'danger' | 'warning' | 'neutral' } | null {
  if (line.kind === 'conversation' && line.status === 'active') return { label: 'Live', tone: 'success' }
  if (line.kind === 'mail' && line.outcome === 'failed') return { label: 'Not delivered', tone: 'danger' }
  if (line.kind === 'payment' && line.state === 'declined') return { label: 'Declined', tone: 'danger' }
  if (line.kind === 'refund' && line.state === 'failed') return { label: 'Failed', tone: 'danger' }
  if (line.kind === 'dispute' && line.state === 'open') return { label: 'Open', tone: 'warning' }
  return null
}

/** Where a line leads: to its cause, to a person or an organization, to a thread. */
function LineLinks({ line, whose }: { line: TimelineLine; whose: Whose }) {
  const links = linksOf(line, whose)
  if (links.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-4">
      {links.map(({ href, text }) => (
        <TextLink key={href} href={href}>
          {text}
        </TextLink>
      ))}
    </p>
  )
}

function linksOf(line: TimelineLine, whose: Whose): { href: string; text: ReactNode }[] {
  if (line.kind === 'message') {
    return [{ href: paths.admin({ tab: 'communications', message: line.threadId }), text: 'Open the thread' }]
  }
  if (line.kind === 'conversation') {
    const { person, organization } = line
    if (whose.kind === 'organization') return [{ href: paths.adminCustomer(person.id), text: person.name }]
    return organization ? [{ href: paths.adminOrganization(organization.id), text: organization.name }] : []
  }
  const cause = line.kind === 'minutes' ? line.cause : 'payment' in line ? line.payment : null
  if (!cause) return []
  const day = cause.at.slice(0, 10)
  const place = { kinds: cause.kind, from: day, to: day, line: lineId(cause) }
  const href = whose.kind === 'user' ? paths.adminCustomer(whose.id, place) : paths.adminOrganization(whose.id, place)
  return [{ href, text: `See the ${causeNames[cause.kind]}` }]
}

/** Returns the id of a line's element. */
function lineId({ kind, id }: Pick<TimelineLine, 'kind' | 'id'>): string {
  return `line-${kind}-${id}`
}
