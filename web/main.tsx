import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { hideSecrets } from './address-secrets.ts'
import { whenSignedOut } from './api.ts'
import { App } from './app.tsx'
import { watchNavigation } from './navigation.ts'
import { queryClient } from './query-client.ts'
import { noteSignedOut, reloadKeptPages, showSignedOutOnce } from './session.ts'
import { UiRoot } from './ui/ui-root.tsx'

hideSecrets()
watchNavigation()
reloadKeptPages()
whenSignedOut(noteSignedOut)
showSignedOutOnce()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <UiRoot>
        <App />
      </UiRoot>
    </QueryClientProvider>
  </StrictMode>,
)
