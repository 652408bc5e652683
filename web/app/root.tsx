import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { App } from './app.tsx'
import { UiRoot } from '#web/kit/dialogs/ui-root.tsx'

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
