import { useQuery } from '@tanstack/react-query'
import { Palette } from 'lucide-react'
import type { Answer } from '#contract/call.ts'
import { formatDate } from '#contract/dates.ts'
import {
  archiveOrganization,
  changeOrganizationSettings,
  organizationSettings,
} from '#contract/organizations/settings.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { SupportText } from '#web/kit/text-link.tsx'
import { type Billing, billingQuery } from '../billing/billing.ts'
import type { TabProps } from '../scope.ts'
import { PoolAutoPurchase } from './pool-auto-purchase.tsx'
/** The organization's settings, with a button to archive it (D131). */
export default function SettingsTab(props: TabProps) {
  const { overview, scope } = props
  const read = useQuery(query(organizationSettings, { query: scope }))
  if (!overview.isActive) return <Archived />
  return (
    <Loaded read={read} what="the settings" skeleton={<LoadingCards />}>
      {(settings) => (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-6">
            <ProfileCard settings={settings} scope={scope} />
            {!('organizationId' in scope) && <LooksCard id={overview.id} />}
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <PoolAutoPurchase overview={overview} scope={scope} />
            <TranscriptsCard settings={settings} scope={scope} />
            <MemoryCard settings={settings} scope={scope} />
            <ArchiveCard overview={overview} scope={scope} />
          </div>
        </div>
      )}
    </Loaded>
  )
}

interface CardProps extends Pick<TabProps, 'scope'> {
  settings: Answer<typeof organizationSettings>
}

/** How the organization describes itself. */
function ProfileCard({ settings, scope }: CardProps) {
  return (
    <Card
      title="Profile"
      description="Members see the name. The contact email and website are for your admins and your app."
    >
      <CallForm
        label="Profile"
        call={changeOrganizationSettings}
        at={{ query: scope }}
        known={{ ...settings, websiteUrl: settings.websiteUrl ?? '' }}
        submit="Save Changes"
        pendingText="Saving…"
      />
    </Card>
  )
}

/** Logo and colors are edited next to a preview on the organizations page, which has only the person's own. */
function LooksCard({ id }: { id: number }) {
  return (
    <Card
      title="Logo and Colors"
      description="How the organization looks to its members, on its dashboard and in its app."
    >
      <LinkButton
        variant="secondary"
        href={paths.organizations({ id, tab: 'branding' })}
        icon={<Palette aria-hidden className="size-4" />}
      >
        Change Branding
      </LinkButton>
    </Card>
  )
}

/** Whether members may keep transcripts; admins never read them (D131, D135). */
function TranscriptsCard(props: CardProps) {
  return (
    <Card
      title="Transcripts"
      description="A transcript stays with the member who had the conversation. Admins can't read it."
    >
      <SettingSwitch
        {...props}
        name="allowsTranscripts"
        label="Members can save transcripts"
        help="While this is off, no new transcripts are saved in this organization. Members keep the ones they have."
      />
    </Card>
  )
}

/** Whether agents may remember members here; admins never read notes (D185). */
function MemoryCard(props: CardProps) {
  return (
    <Card title="Memory" description="What an agent notes about a member stays between the two. Admins can't read it.">
      <SettingSwitch
        {...props}
        name="allowsMemory"
        label="Agents can remember members"
        help="Members decide for themselves whether to use it. While this is off, no notes are taken, shown or sent to the voice provider in this organization. None are deleted."
      />
    </Card>
  )
}

interface SwitchProps extends CardProps {
  name: 'allowsTranscripts' | 'allowsMemory'
  label: string
  help: string
}

/** Saves a choice as soon as it is made, and shows it at once. */
function SettingSwitch({ settings, scope, name, label, help }: SwitchProps) {
  const change = useCall(changeOrganizationSettings, { told: null })
  const chosen = change.isPending ? change.variables.body[name] : undefined
  return (
    <Switch
      name={name}
      label={label}
      help={help}
      checked={chosen ?? settings[name]}
      onChange={(isOn) => void change.submit({ query: scope, body: { [name]: isOn } })}
    />
  )
}

/** Archives the organization after the admin types its name; the consequences are listed first (D129, D131). */
function ArchiveCard(props: Pick<TabProps, 'overview' | 'scope'>) {
  return (
    <Card
      title="Archive Organization"
      description="Ends access for everyone. Minutes, people and history are kept and can still be viewed."
    >
      <Button variant="danger" onClick={() => void openArchiving(props)}>
        Archive Organization
      </Button>
    </Card>
  )
}

function openArchiving({ overview: { id, name }, scope }: Pick<TabProps, 'overview' | 'scope'>) {
  return openForm({
    title: `Archive ${name}?`,
    width: 'medium',
    call: archiveOrganization,
    at: { query: scope },
    fields: ['name'],
    words: { name: { label: `Type “${name}” to confirm` } },
    confirmed: { name: 'name', isRight: (text) => text === name, error: 'Please type the name of the organization' },
    tone: 'danger',
    submit: 'Archive Organization',
    pendingText: 'Archiving…',
    cancel: 'Keep Organization',
    children: <Consequences id={id} />,
  })
}

function Consequences({ id }: { id: number }) {
  const { data: billing } = useQuery(billingQuery(id))
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5">
      <li>Nobody can talk to its agents. Live conversations will end.</li>
      <li>Members, invitations, agents and settings can be viewed but not changed.</li>
      <li>The pool keeps its minutes. Nothing is refunded.</li>
      {billing && <li>{planText(billing.plan)}</li>}
      <li>
        <SupportText>To reopen it, please contact support.</SupportText>
      </li>
    </ul>
  )
}

/** Says what happens to the subscription. */
function planText(plan: Billing['plan']): string {
  if (!plan || plan.status === 'canceled') return 'It has no active subscription, so nothing is charged.'
  const day = plan.renewsAt ? ` on ${formatDate(plan.renewsAt)}` : ' at the end of the paid month'
  return `Its subscription ends${day} and won't be charged again.`
}

function Archived() {
  return (
    <Banner tone="warning" title="This organization is archived">
      Its minutes, people and history are kept and can still be viewed, but not changed.
    </Banner>
  )
}

function LoadingCards() {
  return (
    <SkeletonGroup label="Loading the settings…" className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <Skeleton className="h-96" />
      <Skeleton className="h-72" />
    </SkeletonGroup>
  )
}
