import { useLocation, useSearchParams } from 'wouter'

interface Filters {
  personId?: string
  agentId?: string
  /** By default the period in the address. */
  period?: string
}

/** What stays of the address: the organization that a platform admin views, and the period. */
const kept = ['organizationId', 'adminMode', 'period', 'from', 'to']

/** Returns a function that leads to the organization's conversations with a person or an agent. */
export function useConversationsPath(): (filters: Filters) => string {
  const [search] = useSearchParams()
  const [path] = useLocation()
  return (filters) => {
    const old = kept.flatMap((name) => (search.has(name) ? [[name, search.get(name) ?? ''] as const] : []))
    const next = Object.fromEntries([...old, ['tab', 'usage'], ['view', 'conversations'], ...Object.entries(filters)])
    return `${path}?${new URLSearchParams(next)}`
  }
}
