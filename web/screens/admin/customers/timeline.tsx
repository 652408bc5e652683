import { useInfiniteQuery } from '@tanstack/react-query'
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
import { useEffect, Fragment, type ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { customerTimeline, organizationTimeline } from '#contract/admin/customers.ts'
import { lineKinds, type LineKind, type TimelineLine } from '#contract/admin/timeline.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { keyOf, send } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { type Act, ActButtons } from '#web/kit/dialogs/acts.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Change } from '../audit/acts-list.tsx'
import { Days, readDays } from '../days.tsx'
import type { Whose } from '../person-name.tsx'
import { explain, questionOf } from './explain-words.ts'
import { type OnCredited, useLineActs } from './line-acts.tsx'
import { kindNames, causeNames, detailsOf, figureOf, titleOf } from './line-words.ts'

/** The lines of a customer's timeline, with filters and days in the address. */
export default function Timeline({ whose }: { whose: Whose }) {
  const [search] = useSearchParams()
  const filter = readFilter(search)
  const read = useTimeline(whose, filter)
  const lines = read.data?.pages.flatMap((page) => page.lines) ?? []
  useNamedLine(search.get('line'), lines.length > 0)
  const isFiltered = filter.kinds.length > 0 || Boolean(filter.from ?? filter.to)
  return (
    <div className="flex flex-col gap-4">
      <TimelineFilters filter={filter} whose={whose} />
      <Loaded read={read} what="the timeline">
        {() =>
          lines.length > 0 ? (
            <TimelineList lines={lines} whose={whose} />
          ) : (
            <EmptyState title={isFiltered ? 'Nothing found' : 'Nothing happened yet'}>
              {isFiltered ? 'Try other kinds or days.' : 'Conversations, payments and emails will appear here.'}
            </EmptyState>
          )
        }
      </Loaded>
      {read.hasNextPage && <Earlier read={read} />}
    </div>
  )
}

/** Reads the next page; a failure shows where it was asked for. */
function Earlier({ read }: { read: ReturnType<typeof useTimeline> }) {
  return (
    <div className="flex flex-col items-center gap-3">
      {read.isFetchNextPageError && (
        <Banner tone="danger" title="We could not load earlier lines" announce>
          Please try again.
        </Banner>
      )}
      <Button variant="secondary" pending={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
        Show Earlier
      </Button>
    </div>
  )
}

function useTimeline(whose: Whose, { kinds, from, to }: TimelineFilter) {
  const call = whose.kind === 'user' ? customerTimeline : organizationTimeline
  const filter = {
    ...(kinds.length > 0 && { kinds: kinds.join(',') }),
    ...(from && { from }),
    ...(to && { to }),
  }
  return useInfiniteQuery({
    queryKey: [...keyOf(call), whose.id, filter],
    queryFn: ({ pageParam, signal }) =>
      send(
        call,
        { params: { id: String(whose.id) }, query: { ...filter, ...(pageParam && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

/** Leads to the line that the address names, once it is there. */
function useNamedLine(id: string | null, isThere: boolean): void {
  useEffect(() => {
    const line = isThere && id ? document.getElementById(id) : null
    line?.scrollIntoView({ block: 'center' })
    line?.focus({ preventScroll: true })
  }, [id, isThere])
}

interface TimelineFilter {
  kinds: readonly LineKind[]
  from: string | undefined
  to: string | undefined
}

/** Returns the filters in the address, without what no timeline knows. */
function readFilter(search: URLSearchParams): TimelineFilter {
  const named = (search.get('kinds') ?? '').split(',')
  return {
    kinds: lineKinds.filter((kind) => named.includes(kind)),
    ...readDays(search),
  }
}

/** Messages and sign-ins are those of a person. */
const kindsOf: Record<Whose['kind'], readonly LineKind[]> = {
  user: lineKinds,
  organization: lineKinds.filter((kind) => kind !== 'message' && kind !== 'security'),
}

/** The kinds and the days that a timeline shows, all in the address; no kind is every kind. */
function TimelineFilters({ filter, whose }: { filter: TimelineFilter; whose: Whose }) {
  const [, setSearch] = useSearchParams()
  const set = (kinds: string) => setSearch((old) => withValue(withValue(old, 'kinds', kinds), 'line', ''))
  const toggle = (kind: LineKind) => {
    const isOn = filter.kinds.includes(kind)
    const kinds = lineKinds.filter((one) => (one === kind ? !isOn : filter.kinds.includes(one)))
    set(kinds.join(','))
  }
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-label="Show" className="flex flex-wrap gap-1.5">
        <Pill isOn={filter.kinds.length === 0} onPress={() => set('')}>
          Everything
        </Pill>
        {kindsOf[whose.kind].map((kind) => (
          <Pill key={kind} isOn={filter.kinds.includes(kind)} onPress={() => toggle(kind)}>
            {kindNames[kind]}
          </Pill>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Days restarts="line" />
      </div>
    </div>
  )
}

function Pill({ isOn, onPress, children }: { isOn: boolean; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={classes(
        'inline-flex h-8 items-center rounded-full border px-3 text-sm font-medium transition-colors pointer-coarse:h-11',
        isOn
          ? 'border-primary bg-soft text-soft-text'
          : 'border-line text-muted hover:border-control-line hover:text-text',
      )}
    >
      {children}
    </button>
  )
}

interface ListProps {
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
export function TimelineList({ lines, whose, label = 'Timeline', explained, onCredited }: ListProps) {
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
