import {
  AudioLines,
  Building2,
  ChartColumn,
  CreditCard,
  History,
  type LucideIcon,
  MessageSquare,
  Settings,
  Sparkles,
  Users,
  CircleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { WaitingKind } from '#contract/admin/waiting.ts'
import { type Duty, includesDuty } from '#contract/identity/staff.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { useMe } from '#web/client/me.ts'
import { classes } from '#web/kit/classes.ts'
import { keepInSight, railedClasses, railPartClasses, railPartsClasses, Strip } from '#web/kit/tabs.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { useWaitingWork, waitingPaths, waitingText } from '#web/screens/frame/waiting-work.tsx'

interface Part {
  label: string
  icon: LucideIcon
  /** The part of a staff role that opens it. */
  duty: Duty
}

/** The tabs of /admin in display order, by their value in the address (S422, D142, D205). */
export const panelTabs = {
  users: { label: 'Users', icon: Users, duty: 'people.read' },
  agents: { label: 'Agents', icon: AudioLines, duty: 'agents.read' },
  organizations: { label: 'Organizations', icon: Building2, duty: 'people.read' },
  requests: { label: 'Agent Requests', icon: Sparkles, duty: 'agents.read' },
  communications: { label: 'Communications', icon: MessageSquare, duty: 'messages.read' },
} as const satisfies Record<string, Part>

const pages: readonly (Part & { href: string })[] = [
  { href: paths.adminFigures({}), label: 'Overview', icon: ChartColumn, duty: 'figures.read' },
  { href: paths.adminPayments(), label: 'Payments', icon: CreditCard, duty: 'money.read' },
  { href: paths.adminAudit(), label: 'Audit Log', icon: History, duty: 'audit.read' },
  { href: paths.adminSettings(), label: 'Settings', icon: Settings, duty: 'settings.read' },
]

const tabLinks = Object.entries(panelTabs).map(([tab, part]) => ({ ...part, href: paths.admin({ tab }) }))

interface Props {
  title: string
  description?: ReactNode
  above?: ReactNode
  children: ReactNode
}

/** A page of the panel, next to the rail of all its parts; on a phone they are a strip above it (D205). */
export function PanelPage({ children, ...page }: Props) {
  return (
    <Page {...page}>
      <div className={railedClasses}>
        <nav aria-label="Admin Panel" className="min-w-0 max-lg:mb-6">
          <Strip isRail>
            <Links parts={tabLinks} />
            <Links parts={pages} />
          </Strip>
        </nav>
        <div className="min-w-0">{children}</div>
      </div>
    </Page>
  )
}

/** The pages of the panel besides its tabs. */
export function PageLinks() {
  return (
    <nav aria-label="Admin Panel">
      <Links parts={pages} />
    </nav>
  )
}

/** The parts that the staff role opens. */
function Links({ parts }: { parts: readonly (Part & { href: string })[] }) {
  const [address] = useLocation()
  const role = useMe()?.staffRole ?? null
  return (
    <div className={railPartsClasses}>
      {parts
        .filter(({ duty }) => includesDuty(role, duty))
        .map(({ href, ...part }) => {
          const isHere = address === href
          return (
            <Link
              key={href}
              href={href}
              ref={isHere ? keepInSight : null}
              className={railPartClasses}
              {...(isHere && { 'aria-current': 'page', 'data-active': '' })}
            >
              <PartName {...part} />
            </Link>
          )
        })}
    </div>
  )
}

/** The name of a part, on a wide screen after its picture. */
export function PartName({ icon: Icon, label }: Pick<Part, 'icon' | 'label'>) {
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 max-lg:hidden" />
      {label}
    </>
  )
}

/** The kinds that are found in the payments. */
export const moneyKinds: readonly WaitingKind[] = ['approvals', 'disputes', 'findings']

/** One line with the work that waits for this person, of some kinds or of all; nothing while none does. */
export function WaitingLine({ kinds }: { kinds?: readonly WaitingKind[] }) {
  const { data: all = [], isLoading } = useLoadToast(useWaitingWork())
  if (isLoading) return <div data-loading="" />
  const shown = all.filter(({ kind }) => kinds?.includes(kind) ?? true)
  if (shown.length === 0) return null
  return (
    <div className="mb-6 flex gap-3 rounded-card bg-warning-soft px-4 py-1 max-sm:gap-2 max-sm:px-3 pointer-coarse:py-0 forced-colors:border">
      <CircleAlert aria-hidden className="mt-1.5 size-4 shrink-0 text-warning pointer-coarse:mt-3.5" />
      <ul aria-label="Waiting for you" className="flex flex-wrap gap-x-5 max-sm:gap-x-3">
        {shown.map((waiting) => (
          <li key={waiting.kind} className="flex">
            <TextLink
              href={waitingPaths[waiting.kind]}
              className="flex min-h-7 items-center text-sm font-semibold text-warning! tabular pointer-coarse:min-h-11"
            >
              {waitingText(waiting)}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface CountProps {
  count: number
  /** Names what is counted for screen readers. */
  what: string
  className: string
}

/** The number of things that wait behind a tab; nothing while none does. */
export function TabCount({ count, what, className }: CountProps) {
  if (count === 0) return null
  return (
    <span
      className={classes(
        'inline-flex min-w-5 justify-center rounded-full bg-soft px-1.5 text-xs leading-4 text-soft-text tabular',
        className,
      )}
    >
      <span translate="no">{count > 99 ? '99+' : count}</span>
      <span className="sr-only"> {what}</span>
    </span>
  )
}
