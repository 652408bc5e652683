import type { QueryClient } from '@tanstack/react-query'
import { configQuery, type PublicConfig } from '#web/client/config.ts'
import { meQuery } from '#web/client/me.ts'

/**
 * What a page that the server rendered takes for known: nobody is signed in, and the settings are these. The server
 * sends such a page only to a browser without a session cookie.
 */
export function knowVisitor(client: QueryClient, config: PublicConfig): void {
  client.setQueryData(configQuery.queryKey, config)
  client.setQueryData(meQuery.queryKey, null)
}
