import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import { includesDuty } from '#contract/identity/staff.ts'
import { inboxUnread } from '#contract/messages/inbox.ts'
import { readPlatformSettings } from '#contract/settings/admin-settings.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { LoadingRows } from '#web/client/loaded.tsx'
import { useMe } from '#web/client/me.ts'
import { Banner } from '#web/kit/banner.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { Tabs } from '#web/kit/tabs.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { TwoFactorHint } from '#web/screens/identity/two-factor-hint.tsx'
import { NotYours } from './for-duty.tsx'
import { PageLinks, panelTabs, PartName, TabCount, moneyKinds, WaitingLine } from './panel-page.tsx'
import { useDuty } from './use-duty.ts'

type AdminTab = keyof typeof panelTabs

/** Each tab loads when it is opened. */
const panels: Record<AdminTab, ComponentType> = {
  users: lazy(() => import('./users/users-tab.tsx')),
  agents: lazy(() => import('./agents/agents-tab.tsx')),
  organizations: lazy(() => import('./organizations/organizations-tab.tsx')),
  requests: lazy(() => import('./requests/requests-tab.tsx')),
  communications: lazy(() => import('./communications/communications-tab.tsx')),
}
const values = Object.keys(panels) as AdminTab[]

/** /admin, the panel for platform admins; staff see the tabs of their duties, the first of them at first (D142, D150). */
export default function Admin() {
  const [search, setSearch] = useSearchParams()
  const role = useMe()?.staffRole ?? null
  const own = values.filter((value) => includesDuty(role, panelTabs[value].duty))
  const tab = values.find((value) => value === search.get('tab')) ?? own[0]
  if (!tab) return null
  const Panel = panels[tab]
  const { label } = panelTabs[tab]
  // Drops the filters of the previous tab.
  const open = (value: AdminTab) => setSearch(withValue(new URLSearchParams(), 'tab', value === own[0] ? '' : value))
  return (
    <Page title="Admin Panel">
      <Tabs
        label="Admin Panel"
        tabs={own.map((value) => ({
          value,
          label: (
            <>
              <PartName {...panelTabs[value]} />
              {value === 'communications' && <UnreadCount />}
            </>
          ),
        }))}
        value={tab}
        onChange={open}
        rail={<PageLinks />}
      >
        <div className="in-order">
          {tab === own[0] && <SignInNotice />}
          <WaitingLine kinds={moneyKinds} />
          {own.includes(tab) ? (
            <Suspense fallback={<LoadingRows what={`the ${label.toLowerCase()}`} />}>
              <Panel />
            </Suspense>
          ) : (
            <NotYours what={label} />
          )}
        </div>
      </Tabs>
    </Page>
  )
}

/** The number of open conversations with messages that this admin has not read. */
function UnreadCount() {
  const count = useQuery({ ...query(inboxUnread), refetchInterval: 60_000 }).data?.unread ?? 0
  return <TabCount count={count} what="unread" className="relative lg:ml-auto" />
}

const securityPath = `${paths.adminSettings()}#security`

/**
 * Warns until two-factor sign-in is required for all platform admins. Admins who have not set it up are asked to do so
 * in the same notice; after "Not Now", only the warning remains (D27).
 */
function SignInNotice() {
  const user = useMe()
  const readsSettings = useDuty('settings.read')
  const read = useQuery({ ...query(readPlatformSettings), enabled: readsSettings })
  if (read.isLoading) {
    return (
      <SkeletonGroup className="mb-6">
        <Skeleton className="h-24" />
      </SkeletonGroup>
    )
  }
  const isOptional = read.data?.settings.adminTwoFactorRequired === false
  if (user?.isTwoFactorSuggested) {
    return (
      <TwoFactorHint>
        {isOptional && (
          <>
            Admins can sign in with just a password until you require two-factor sign-in for all of them in{' '}
            <TextLink href={securityPath}>Security Settings</TextLink>.
          </>
        )}
      </TwoFactorHint>
    )
  }
  if (!isOptional) return null
  return (
    <div className="mb-6">
      <Banner
        tone="warning"
        title="Admins can sign in with just a password"
        actions={
          <LinkButton href={securityPath} variant="secondary" size="dense">
            Security Settings
          </LinkButton>
        }
      >
        Require two-factor sign-in, so that a stolen password is not enough to get in.
      </Banner>
    </div>
  )
}
