import { Coins, LibraryBig, ShieldCheck, UsersRound } from 'lucide-react'
import { useConfig } from '#web/config.ts'
import { Page } from '#web/parts/page-layout.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

const offers = [
  { icon: UsersRound, title: 'One team', text: 'Your people talk to the agents that you choose for them.' },
  {
    icon: Coins,
    title: 'One pool of minutes',
    text: 'Everybody draws on it, and every second of it is accounted for.',
  },
  { icon: LibraryBig, title: 'Agents of your own', text: 'Built for how your company works, seen by nobody else.' },
  { icon: ShieldCheck, title: 'Private talks', text: 'You see who talked, when and how long. Never the words.' },
]

/** What teams get, for whoever follows the landing page's second button (S030, S050). */
export default function OrganizationInfo() {
  const config = useConfig()
  return (
    <Page
      title={config?.businessName ?? 'Luna for Business'}
      description="Voice agents for a whole team, on one shared pool of minutes."
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {offers.map(({ icon: Icon, title, text }) => (
          <li key={title} className="rounded-card border border-line bg-surface p-4 shadow-raised">
            <Icon aria-hidden className="size-6 text-link" />
            <h2 className="mt-3 font-semibold">{title}</h2>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-8 text-lg">
        Organizations are set up personally.{' '}
        {config?.supportEmail ? (
          <>
            Write to <TextLink href={`mailto:${config.supportEmail}`}>{config.supportEmail}</TextLink> with the size of
            your team.
          </>
        ) : (
          'Try the agents as an individual first; your minutes stay yours.'
        )}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <LinkButton href={paths.register()} size="touch">
          Start as an Individual
        </LinkButton>
        <LinkButton href="/organization-signup" variant="secondary" size="touch">
          I was invited
        </LinkButton>
      </div>
    </Page>
  )
}
