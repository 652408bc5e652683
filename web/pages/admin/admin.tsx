import { useQuery } from '@tanstack/react-query'
import { Settings } from 'lucide-react'
import { lazy, Suspense, type ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import { readPlatformSettings } from '#contract/admin-settings.ts'
import { withValue } from '#web/address-text.ts'
import { query } from '#web/api.ts'
import { Page } from '#web/parts/page-layout.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { LoadingRows } from './admin-list.tsx'

interface AdminTab {
  value: string
  label: string
  panel: ComponentType
}

/** In the order of the panel; each comes when it is opened (S422). */
const tabs: readonly AdminTab[] = [
  { value: 'users', label: 'Users', panel: lazy(() => import('./users/users-tab.tsx')) },
  { value: 'agents', label: 'Agents', panel: lazy(() => import('./agents/agents-tab.tsx')) },
  {
    value: 'organizations',
    label: 'Organizations',
    panel: lazy(() => import('./organizations/organizations-tab.tsx')),
  },
  { value: 'requests', label: 'Agent Requests', panel: lazy(() => import('./requests/requests-tab.tsx')) },
  {
    value: 'communications',
    label: 'Communications',
    panel: lazy(() => import('./communications/communications-tab.tsx')),
  },
]

/** /admin: what platform admins look after; the address names the tab and what is looked for in it (D142, D150). */
export default function Admin() {
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find(({ value }) => value === search.get('tab')) ?? tabs[0]
  if (!tab) return null
  // What was looked for stays behind.
  const open = (value: string) =>
    setSearch(withValue(new URLSearchParams(), 'tab', value === tabs[0]?.value ? '' : value))
  return (
    <Page
      title="Admin Panel"
      actions={
        <LinkButton href={paths.adminSettings()} variant="secondary" icon={<Settings aria-hidden className="size-4" />}>
          Settings
        </LinkButton>
      }
    >
      <SecondFactorWarning />
      <Tabs label="Admin Panel" tabs={tabs} value={tab.value} onChange={open}>
        <Suspense fallback={<LoadingRows what={tab.label} />}>
          <tab.panel />
        </Suspense>
      </Tabs>
    </Page>
  )
}

/** Stands until every platform admin needs a second factor (D27). */
function SecondFactorWarning() {
  const read = useQuery(query(readPlatformSettings))
  if (!read.data || read.data.settings.adminTwoFactorRequired) return null
  return (
    <div className="mb-6">
      <Banner
        tone="warning"
        title="Admins can sign in with a password alone"
        actions={
          <LinkButton href={`${paths.adminSettings()}#security`} variant="secondary" size="dense">
            Security Settings
          </LinkButton>
        }
      >
        Require a second factor, so that a stolen password opens nothing here.
      </Banner>
    </div>
  )
}
