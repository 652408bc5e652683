import {
  ChartColumn,
  Fingerprint,
  LifeBuoy,
  LockKeyhole,
  Palette,
  Plug,
  SquareTerminal,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#web/client/addresses/paths.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { LandingSection } from '../landing/section.tsx'

/** The enterprise list; features that are not available to everybody yet say so (S340, D156). */
export function OrganizationEnterprise() {
  return (
    <LandingSection title="Ready for the enterprise" lead="What larger teams ask for first." raised>
      <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        <Item Icon={UsersRound} title="Unlimited team members">
          1 to 1,000 seats, more on request
        </Item>
        <Item Icon={LockKeyhole} title="Private agent creation">
          Built for you, visible only to your people
        </Item>
        <Item Icon={Palette} title="Custom branding">
          Your logo and colors, up to an app of your own
        </Item>
        <Item Icon={ChartColumn} title="Analytics">
          Minutes by day, member and agent, with CSV export
        </Item>
        <Item Icon={LifeBuoy} title="Priority support">
          Your admins write to us from their dashboard
        </Item>
        <Item Icon={SquareTerminal} title="API access">
          <OnRequest />, <TextLink href={paths.apiDocs()}>documented here</TextLink>
        </Item>
        <Item Icon={Fingerprint} title="Single sign-on">
          <OnRequest />
        </Item>
        <Item Icon={Plug} title="Custom integrations">
          <OnRequest />
        </Item>
      </ul>
    </LandingSection>
  )
}

function OnRequest() {
  return <TextLink href="#contact">on request</TextLink>
}

function Item({ Icon, title, children }: { Icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li data-enterprise className="flex gap-4 sm:block">
      <Icon aria-hidden className="size-6 shrink-0 text-link" />
      <div>
        <h3 className="text-lg font-semibold sm:mt-3">{title}</h3>
        <p className="mt-0.5 text-muted">{children}</p>
      </div>
    </li>
  )
}
