import { createRoot, hydrateRoot } from 'react-dom/client'
import { hideSecrets } from './address-secrets.ts'
import { whenSignedOut } from './api.ts'
import type { PublicConfig } from './config.ts'
import { watchNavigation } from './navigation.ts'
import { queryClient, watchWindowFocus } from './query-client.ts'
import { Root } from './root.tsx'
import { noteSignedOut, reloadKeptPages, showFarewellOnce } from './session.ts'
import { loadToasts } from './ui/toast.tsx'
import { knowVisitor } from './visitor.ts'

hideSecrets()
watchNavigation()
watchWindowFocus()
reloadKeptPages()
whenSignedOut(noteSignedOut)
showFarewellOnce()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
const { config } = root.dataset
if (config) {
  knowVisitor(queryClient, JSON.parse(config) as PublicConfig)
  hydrateRoot(root, <Root client={queryClient} />)
} else {
  loadToasts()
  createRoot(root).render(<Root client={queryClient} />)
}
