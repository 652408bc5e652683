import { useQuery } from '@tanstack/react-query'
import { brandedAppSettings } from '#contract/organizations/app/branded-app-settings.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { LoadingTab } from '#web/screens/organizations/loading-tab.tsx'
import { type TabProps } from '#web/screens/organizations/scope.ts'
import { Builder } from './builder.tsx'

/** Where admins build and publish the organization's own app (S388, D140). */
export default function PwaTab({ scope }: TabProps) {
  const settings = useQuery(query(brandedAppSettings, { query: scope }))
  const agents = useQuery(query(organizationAgents, { query: scope }))
  if (settings.isError) return <LoadError what="your app" failed={settings} />
  if (agents.isError) return <LoadError what="your agents" failed={agents} />
  if (settings.isPending || agents.isPending) return <LoadingTab />
  return <Builder key={settings.data.organizationId} settings={settings.data} agents={agents.data} scope={scope} />
}
