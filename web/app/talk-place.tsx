import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Talking, type TalkRequest } from '#web/screens/agents/talking.ts'
import { ErrorBoundary } from './error-boundary.tsx'

const TalkRoom = lazy(() => import('#web/screens/conversations/voice/room/talk-room.tsx'))

/**
 * The place of the one conversation, beside all pages, so that it goes on while pages change. Its code loads with the
 * first request.
 */
export function TalkPlace({ children }: { children: ReactNode }) {
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
