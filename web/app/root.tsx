import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { App } from './app.tsx'
import { UiRoot } from '#web/kit/dialogs/ui-root.tsx'
import type { PageData } from '#contract/rendering.ts'
import { configQuery } from '#web/client/config.ts'
import { meQuery } from '#web/client/me.ts'

/** Everything inside the root element, the same in the browser and on the server. */
export function Root({ client }: { client: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <UiRoot>
          <App />
        </UiRoot>
      </QueryClientProvider>
    </StrictMode>
  )
}

/**
 * Sets what a page rendered by the server already knows: there is no signed-in user, these are the settings, and these
 * answers came along. The server sends such a page only to a browser without a session cookie.
 */
export function knowVisitor(client: QueryClient, { config, known }: PageData): void {
  client.setQueryData(configQuery.queryKey, config)
  client.setQueryData(meQuery.queryKey, null)
  for (const { call, input, answer } of known) client.setQueryData(input ? [call, input] : [call], answer)
}
