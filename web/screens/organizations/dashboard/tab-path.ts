import { useSearchParams } from 'wouter'
import { paths } from '#web/client/addresses/paths.ts'

/** The tabs of the dashboard for an organization's admins, as its address names them; the first needs no name. */
export const tabNames = ['overview', 'users', 'bulk', 'agents', 'pwa', 'usage', 'billing', 'settings'] as const
export type TabName = (typeof tabNames)[number]
export const firstTab = 'overview'

/** Returns the tab that an address names. */
export function readTab(search: URLSearchParams): TabName {
  return tabNames.find((name) => name === search.get('tab')) ?? firstTab
}

/** Returns the query that opens a tab of the same organization; the filters of the present tab are dropped. */
export function queryOfTab(search: URLSearchParams, tab: TabName): URLSearchParams {
  const kept = ['organizationId', 'adminMode'].map((name) => [name, search.get(name) ?? ''])
  return new URLSearchParams([...kept, ['tab', tab === firstTab ? '' : tab]].filter(([, text]) => text !== ''))
}

/** Returns a function that leads to a tab of the same organization. */
export function useTabPath(): (tab: TabName) => string {
  const [search] = useSearchParams()
  return (tab) => `${paths.organizationDashboard()}?${queryOfTab(search, tab)}`
}
