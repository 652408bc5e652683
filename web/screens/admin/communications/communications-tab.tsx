import { PenLine } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { adminCommunications } from '#contract/messages/admin-messages.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { handOnFocus } from '#web/kit/kept-focus.ts'
import { CallList } from '#web/client/lists/call-list.tsx'
import { ComposeDialog } from './compose-dialog.tsx'
import { ContactMessages } from './contact-messages.tsx'
import { Thread, wayBackId } from './thread.tsx'
import { countAbove } from '#web/client/lists/list-focus.ts'
import { threadColumns, threadCsv, threadFilters } from './thread-list.tsx'

/** Messages between platform admins and people; the URL holds the open thread (S434, D65). */
export default function CommunicationsTab() {
  const [search] = useSearchParams()
  const [path] = useLocation()
  const [isComposing, setComposing] = useState(false)
  const opened = search.get('message')
  const wayBack = useFocusOn(opened)
  const hrefOf = (id: string) => `${path}?${withValue(search, 'message', id)}`
  if (search.get('contact') === 'open') {
    return (
      <>
        <ParentLink href={`${path}?${withValue(search, 'contact', '')}`} name="All Communications" />
        <ContactMessages />
      </>
    )
  }
  if (opened) {
    return (
      <>
        <div ref={wayBack} id={wayBackId}>
          <ParentLink href={hrefOf('')} name="All Communications" />
        </div>
        <Thread key={opened} id={opened} />
      </>
    )
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap justify-end gap-2">
        <LinkButton variant="secondary" href={`${path}?${withValue(search, 'contact', 'open')}`}>
          Contact Messages
        </LinkButton>
        <Button id="new-message" icon={<PenLine aria-hidden className="size-4" />} onClick={() => setComposing(true)}>
          New Message
        </Button>
      </div>
      <CallList
        call={adminCommunications}
        nouns={['thread', 'threads']}
        searchHint="Words, name or email"
        emptyText="Messages between people and the admins will appear here."
        filters={threadFilters}
        columns={threadColumns(hrefOf)}
        csv={threadCsv}
        sortedBy="-created"
      />
      {isComposing && <ComposeDialog onClose={() => setComposing(false)} />}
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
