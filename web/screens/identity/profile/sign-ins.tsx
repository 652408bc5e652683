import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { endOtherSignIns, endSignIn, signIns, type SignedInBrowser } from '#contract/identity/profile.ts'
import { query, useCall, write } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { countId } from '#web/kit/kept-focus.ts'

/** The browsers that the user is signed in with, and the way to sign them out (D25). */
export function SignIns() {
  // Another browser may have signed in since.
  const open = useQuery({ ...query(signIns), refetchOnMount: 'always' })
  return (
    <Loaded read={open} what="your sign-ins" skeleton={<LoadingRows what="where you're signed in" count={2} />}>
      {(browsers) => <List browsers={browsers} />}
    </Loaded>
  )
}

function List({ browsers }: { browsers: SignedInBrowser[] }) {
  const others = browsers.length - 1
  // The pressed button disappears with its sign-in, so the focus moves to the list.
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      <ul ref={list} id={countId} tabIndex={-1} className="-my-3 divide-y divide-line outline-none">
        {browsers.map((browser) => (
          <Row key={browser.id} browser={browser} list={list} />
        ))}
      </ul>
      {others > 0 && <EndOthers count={others} />}
    </>
  )
}

type ListRef = RefObject<HTMLUListElement | null>

function Row({ browser, list }: { browser: SignedInBrowser; list: ListRef }) {
  const name = browser.browser ?? 'Unknown browser'
  const end = useCall(endSignIn, { done: () => list.current?.focus() })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="flex min-w-0 items-start gap-3">
        <MonitorSmartphone aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            {name}
            {browser.isCurrent && <Badge tone="success">This browser</Badge>}
          </p>
          <p className="text-sm text-muted">
            Since <DateTime value={browser.firstSeenAt} withTime />
            {!browser.isCurrent && (
              <span>
                {' · '}last used <DateTime value={browser.lastSeenAt} withTime />
              </span>
            )}
          </p>
        </div>
      </div>
      {!browser.isCurrent && (
        <Button
          variant="secondary"
          size="dense"
          pending={end.isPending}
          aria-label={`Sign out ${name}`}
          onClick={() => end.mutate({ params: { id: browser.id } })}
        >
          Sign Out
        </Button>
      )}
    </li>
  )
}

function EndOthers({ count }: { count: number }) {
  const endOthers = () =>
    ask({
      title: 'Sign out everywhere else?',
      text: (
        <>
          <span>{count === 1 ? 'This signs out one other browser.' : `This signs out ${count} other browsers.`}</span>{' '}
          This browser stays signed in.
        </>
      ),
      keep: 'Stay Signed In',
      confirm: 'Sign Out Everywhere Else',
      tone: 'primary',
      act: () => write(endOtherSignIns, undefined).catch(() => undefined),
    })
  return (
    <div className="mt-6">
      <Button variant="secondary" onClick={() => void endOthers()}>
        Sign Out Everywhere Else
      </Button>
    </div>
  )
}
