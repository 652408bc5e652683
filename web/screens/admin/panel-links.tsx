import { ChartColumn, CreditCard, History, type LucideIcon, Settings } from 'lucide-react'
import { useLocation } from 'wouter'
import { type Duty, includesDuty } from '#contract/identity/staff.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useMe } from '#web/client/me.ts'
import { LinkButton } from '#web/kit/link-button.tsx'

const pages: readonly { href: string; label: string; icon: LucideIcon; duty: Duty }[] = [
  { href: paths.adminFigures({}), label: 'Overview', icon: ChartColumn, duty: 'figures.read' },
  { href: paths.adminPayments(), label: 'Payments', icon: CreditCard, duty: 'money.read' },
  { href: paths.adminAudit(), label: 'Audit Log', icon: History, duty: 'audit.read' },
  { href: paths.adminSettings(), label: 'Settings', icon: Settings, duty: 'settings.read' },
]

/** The other pages of the panel, as far as the staff role opens them; each of them shows the same links (D205). */
export function PanelLinks() {
  const [address] = useLocation()
  const role = useMe()?.staffRole ?? null
  const own = pages.filter(({ duty }) => includesDuty(role, duty))
  if (own.length === 0) return null
  return (
    <nav aria-label="Admin Panel" className="flex flex-wrap gap-2">
      {own.map(({ href, label, icon: Icon }) => (
        <LinkButton
          key={href}
          href={href}
          variant="secondary"
          icon={<Icon aria-hidden className="size-4" />}
          className="aria-[current=page]:border-primary aria-[current=page]:bg-soft aria-[current=page]:text-soft-text"
          aria-current={address === href ? 'page' : undefined}
        >
          {label}
        </LinkButton>
      ))}
    </nav>
  )
}
