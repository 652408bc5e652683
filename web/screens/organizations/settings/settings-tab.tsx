import { useQuery } from '@tanstack/react-query'
import { Palette } from 'lucide-react'
import { organizationSettings } from '#contract/organizations/settings.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import type { TabProps } from '../scope.ts'
import { ArchiveCard } from './archive-card.tsx'
import { MemoryCard } from './memory-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { AutoPurchaseCard } from './auto-purchase-card.tsx'
import { TranscriptsCard } from './transcripts-card.tsx'

/** The organization's settings, with a button to archive it (D131). */
export default function SettingsTab({ overview, scope }: TabProps) {
  const settings = useQuery(query(organizationSettings, { query: scope }))
  if (!overview.isActive) return <Archived />
  if (settings.isError) return <LoadError what="the settings" failed={settings} />
  if (!settings.data) return <LoadingCards />
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">
        <ProfileCard settings={settings.data} scope={scope} />
        {!('organizationId' in scope) && <LooksCard id={overview.id} />}
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <AutoPurchaseCard overview={overview} scope={scope} />
        <TranscriptsCard settings={settings.data} scope={scope} />
        <MemoryCard settings={settings.data} scope={scope} />
        <ArchiveCard overview={overview} scope={scope} />
      </div>
    </div>
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
