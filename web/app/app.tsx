import { Fragment, lazy, Suspense, useEffect, useState, type ReactNode, Component } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { Arriving, hasOwnFrame } from './arriving.tsx'
import { AdminOnly, Own, SignedIn, Subscribed } from './guards.tsx'
import { Talking, type TalkRequest } from '#web/screens/agents/talking.ts'
import { useMePolling } from '#web/client/me.ts'
import { OpenedDialogs } from '#web/kit/dialogs/opened-dialogs.tsx'
import { firstScreen, ScreenArrival } from '#web/client/navigation.ts'
import { ProductLayout } from '#web/screens/frame/page-layout.tsx'
import { NotFound, preloadScreens, screens, type Screen } from './routes.tsx'
import { ErrorPanel } from '#web/kit/error-panel.tsx'
const TalkRoom = lazy(() => import('#web/screens/conversations/voice/room/talk-room.tsx'))

const guards = { 'signed-in': SignedIn, own: Own, subscribed: Subscribed, admin: AdminOnly }

/** Late enough to leave the whole network to the current screen. */
const preloadDelayMs = 2000

/** The frame, which stays, and in it the screen of the address. */
export function App() {
  const [path] = useLocation()
  const me = useMePolling()
  const isSignedIn = Boolean(me.data)
  useEffect(() => {
    if (!isSignedIn) return
    let isWanted = true
    const timer = setTimeout(() => void preloadScreens(() => isWanted), preloadDelayMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [isSignedIn])
  const Frame = hasOwnFrame(path) ? Fragment : ProductLayout
  return (
    <TalkPlace>
      <Frame>
        <ErrorBoundary key={path}>
          <Suspense fallback={<Arriving />}>
            <Switch>
              {screensOf(path).map((screen) => (
                <Route key={screen.path} path={screen.path}>
                  <GuardedScreen screen={screen} />
                </Route>
              ))}
              <Route>
                <NotFound />
                <OpenedDialogs />
                <ScreenArrival />
              </Route>
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </Frame>
    </TalkPlace>
  )
}

/** A percent sign is left only where an address is mistyped, and no screen has such an address. */
function screensOf(path: string): readonly Screen[] {
  return path.includes('%') ? [] : screens
}

function GuardedScreen({ screen: { access, Page } }: { screen: Screen }) {
  const content = (
    <>
      <Page />
      <OpenedDialogs />
      <ScreenArrival />
    </>
  )
  if (access === 'public') return content
  const Guard = guards[access]
  return <Guard>{() => content}</Guard>
}

/**
 * The place of the one conversation, beside all pages, so that it goes on while pages change. Its code loads with the
 * first request.
 */
function TalkPlace({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<TalkRequest | null>(null)
  return (
    <Talking value={setRequest}>
      {children}
      {request && (
        <ErrorBoundary>
          <Suspense>
            <TalkRoom request={request} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Talking>
  )
}

interface Props {
  children: ReactNode
}

/** Replaces a screen that broke or whose files could not be loaded; the frame around it keeps working. */
class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    firstScreen.resolve()
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="mx-auto w-full max-w-form px-4 py-16 sm:px-6">
        {/* A page load requests each file only once, so trying again means reloading. */}
        <ErrorPanel title="We couldn't show this page" onRetry={() => location.reload()}>
          <p>Nothing was lost or charged. Please try again.</p>
        </ErrorPanel>
      </div>
    )
  }
}
