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
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { type Duty, includesDuty } from '#contract/identity/staff.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useMe } from '#web/client/me.ts'
import { keepInSight, railedClasses, railPartClasses, railPartsClasses, Strip } from '#web/kit/tabs.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'

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
