import { Download, MessagesSquare, Share } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/client/addresses/paths.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageTitle } from '#web/kit/text/page-title.tsx'
import { AppHome, bandButton } from './app-home.tsx'
import { WithApp } from './frame.tsx'

/**
 * /o/{slug}/: the organization's public page. Visitors who start a conversation sign in first and then return to the
 * agent (D139, D141).
 */
export default function BrandedAppHome() {
  return (
    <WithApp>
      {(app) => (
        <>
          <PageTitle text={app.appName} />
          <AppHome
            app={app}
            actions={
              <>
                <Link href={paths.brandedAgents(app.slug)} className={bandButton('main')}>
                  <MessagesSquare aria-hidden className="size-5" />
                  Start Talking
                </Link>
                {app.isPublished && <Install appName={app.appName} />}
              </>
            }
            agentAction={({ id, name }) => (
              <LinkButton
                href={paths.brandedAgents(app.slug, { talk: id })}
                wide
                aria-label={`Start Conversation: ${name}`}
              >
                Start Conversation
              </LinkButton>
            )}
          />
        </>
      )}
    </WithApp>
  )
}

/** Offers to install the app, in browsers that can (D139). */
function Install({ appName }: { appName: string }) {
  const install = useInstallPrompt()
  if (isInstalled()) return null
  if (install) {
    return (
      <button type="button" onClick={() => void install()} className={bandButton('quiet')}>
        <Download aria-hidden className="size-4" />
        Install App
      </button>
    )
  }
  if (!isApplePhone()) return null
  return (
    <p className="flex items-center gap-2">
      <Share aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0">To install {appName}, tap Share, then “Add to Home Screen”.</span>
    </p>
  )
}

/** Chromium fires it where an app can be installed. No other browser does, so TypeScript does not know it. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offered: InstallEvent | null = null
const listeners = new Set<() => void>()

function set(event: InstallEvent | null): void {
  offered = event
  for (const listener of listeners) listener()
}

// The browser fires it once, as soon as it has read the manifest, so the module listens as soon as it loads.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  set(event as InstallEvent)
})
window.addEventListener('appinstalled', () => set(null))

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns a function that asks the browser to install the app, or null while it does not offer to. */
function useInstallPrompt(): (() => Promise<void>) | null {
  const event = useSyncExternalStore(listen, () => offered)
  if (!event) return null
  return async () => {
    await event.prompt()
    // An event is good for one prompt, whatever the answer.
    set(null)
  }
}

/** Returns whether the page already runs as an installed app. */
function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  )
}

/** iPhones and iPads install only from Safari's own menu; newer iPads identify as Macs. */
function isApplePhone(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}
