import { useQuery } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { countText, formatDuration } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { inboxFigures, inboxStates } from '#contract/messages/inbox.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { query } from '#web/client/api.ts'
import { countAbove, handOnFocus } from '#web/kit/kept-focus.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { Button } from '#web/kit/button.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { FilterPills } from '#web/kit/fields/filter-pills.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { useDuty } from '../use-duty.ts'
import { ComposeDialog } from './compose-dialog.tsx'
import { ContactThread } from './contact-thread.tsx'
import { InboxList, NoticeList, readShown, type Shown, stateNames } from './inbox-list.tsx'
import { SavedAnswersDialog } from './saved-answers-dialog.tsx'
import { Thread, wayBackId } from './thread.tsx'
/** The team's inbox: conversations with people and strangers, and notices; the URL holds what is open (S434, D65). */
export default function CommunicationsTab() {
  const [search] = useSearchParams()
  const [path] = useLocation()
  // A thread is named by any of its messages.
  const message = search.get('message')
  const contact = search.get('contact')
  // Mails to the team lead to what strangers wrote, not to one of their messages.
  const opened = message ?? (contact === 'open' ? null : contact)
  const wayBack = useFocusOn(opened)
  if (!opened) return <Inbox />
  const back = ['message', 'contact'].reduce((rest, name) => withValue(rest, name, ''), search)
  return (
    <>
      <div ref={wayBack} id={wayBackId}>
        <ParentLink href={`${path}?${back}`} name="All Communications" />
      </div>
      {message ? <Thread key={message} id={message} /> : <ContactThread key={opened} id={opened} />}
    </>
  )
}

function Inbox() {
  const [search, setSearch] = useSearchParams()
  const mayChange = useDuty('messages.change')
  const shown = readShown(search)

  function compose() {
    const onSent = (isToEveryone: boolean) => {
      const state = isToEveryone ? 'notices' : 'waiting'
      setSearch(withValue(new URLSearchParams({ tab: 'communications' }), 'state', state))
    }
    return openDialog((close) => <ComposeDialog close={close} onSent={onSent} />)
  }

  return (
    <>
      <InboxHead
        shown={shown}
        actions={
          <>
            <Button variant="secondary" onClick={() => void openDialog(() => <SavedAnswersDialog />)}>
              Saved Answers
            </Button>
            {mayChange && (
              <Button icon={<PenLine aria-hidden className="size-4" />} onClick={() => void compose()}>
                New Message
              </Button>
            )}
          </>
        }
      />
      {shown === 'notices' ? <NoticeList /> : <InboxList state={shown === 'all' ? undefined : shown} />}
    </>
  )
}

/** Moves focus to the back link when a thread opens, and above the list when it closes. */
function useFocusOn(opened: string | null): RefObject<HTMLDivElement | null> {
  const wayBack = useRef<HTMLDivElement>(null)
  const shown = useRef(opened)
  useEffect(() => {
    if (shown.current === opened) return
    shown.current = opened
    if (opened) wayBack.current?.querySelector('a')?.focus()
    else handOnFocus(countAbove())
  }, [opened])
  return wayBack
}

type Figures = Answer<typeof inboxFigures>

/** The boxes of the inbox with their counts, and how fast the team answers. */
function InboxHead({ shown, actions }: { shown: Shown; actions: ReactNode }) {
  const [, setSearch] = useSearchParams()
  const { data } = useLoadToast(useQuery({ ...query(inboxFigures), staleTime: 0, refetchInterval: 60_000 }))
  const states = inboxStates.map((value) => ({
    value,
    label: stateNames[value],
    count: data?.[value] ?? null,
  }))
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterPills<Shown>
          label="Box"
          options={[...states, { value: 'all', label: 'All' }, { value: 'notices', label: 'Notices' }]}
          value={shown}
          onChange={(next) =>
            setSearch((old) =>
              ['page', 'contact', 'assignee', 'box', 'messageType', 'sort'].reduce(
                (rest, name) => withValue(rest, name, ''),
                withValue(old, 'state', next === 'open' ? '' : next),
              ),
            )
          }
        />
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">{actions}</div>
      </div>
      <FirstAnswers figures={data} />
    </div>
  )
}

/** The words stand before the figures arrive, so that nothing below them moves. */
function FirstAnswers({ figures }: { figures: Figures | undefined }) {
  return (
    <div className="text-sm text-muted">
      <p>Median first response</p>
      <dl className="flex flex-wrap gap-x-6 tabular max-sm:flex-col">
        {spans.map(([label, span]) => (
          <div key={span} className="flex gap-1.5">
            <dt>{label}:</dt>
            <dd>{figures && medianText(figures[span])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const spans = [
  ['Last 7 days', 'last7Days'],
  ['Last 30 days', 'last30Days'],
] as const

function medianText({ count, medianSeconds }: Figures['last7Days']): string {
  if (medianSeconds === null) return 'none'
  return `${formatDuration(medianSeconds)} (${countText(count, 'conversation')})`
}
