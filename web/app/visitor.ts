import type { QueryClient } from '@tanstack/react-query'
import { configQuery, type PublicConfig } from '#web/client/config.ts'
import { meQuery } from '#web/client/me.ts'

/**
 * Sets what a page rendered by the server already knows: there is no signed-in user, and these are the settings. The
 * server sends such a page only to a browser without a session cookie.
 */
export function knowVisitor(client: QueryClient, config: PublicConfig): void {
  client.setQueryData(configQuery.queryKey, config)
  client.setQueryData(meQuery.queryKey, null)
}
