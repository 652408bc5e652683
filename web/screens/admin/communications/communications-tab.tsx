import { PenLine } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { withValue } from '#web/client/addresses/address-text.ts'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { Button } from '#web/kit/button.tsx'
import { handOnFocus } from '#web/kit/kept-focus.ts'
import { countAbove } from '#web/client/lists/list-focus.ts'
import { ComposeDialog } from './compose-dialog.tsx'
import { ContactThread } from './contact-thread.tsx'
import { InboxHead } from './inbox-head.tsx'
import { InboxList, NoticeList } from './inbox-list.tsx'
import { readShown } from './shown.ts'
import { SavedAnswersDialog } from './saved-answers-dialog.tsx'
import { Thread, wayBackId } from './thread.tsx'
import { useDuty } from '../use-duty.ts'

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
  const [dialog, setDialog] = useState<'compose' | 'answers' | null>(null)
  const mayChange = useDuty('messages.change')
  const shown = readShown(search)
  return (
    <>
      <InboxHead
        shown={shown}
        actions={
          <>
            <Button id="saved-answers" variant="secondary" onClick={() => setDialog('answers')}>
              Saved Answers
            </Button>
            {mayChange && (
              <Button
                id="new-message"
                icon={<PenLine aria-hidden className="size-4" />}
                onClick={() => setDialog('compose')}
              >
                New Message
              </Button>
            )}
          </>
        }
      />
      {shown === 'notices' ? <NoticeList /> : <InboxList state={shown === 'all' ? undefined : shown} />}
      {dialog === 'answers' && <SavedAnswersDialog onClose={() => setDialog(null)} />}
      {dialog === 'compose' && (
        <ComposeDialog
          onClose={() => setDialog(null)}
          onSent={(isToEveryone) =>
            setSearch(
              withValue(new URLSearchParams({ tab: 'communications' }), 'state', isToEveryone ? 'notices' : 'waiting'),
            )
          }
        />
      )}
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
