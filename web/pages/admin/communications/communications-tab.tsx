import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { adminCommunications } from '#contract/admin-messages.ts'
import { withValue } from '#web/address-text.ts'
import { ParentLink } from '#web/parts/parent-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { AdminList } from '../admin-list.tsx'
import { ComposeDialog } from './compose-dialog.tsx'
import { Conversation } from './conversation.tsx'
import { mailColumns, mailCsv, mailFilters } from './mail-list.tsx'

/** Messages between the platform's admins and its people; the address names the one that is open (S434, D65). */
export default function CommunicationsTab() {
  const [search] = useSearchParams()
  const [path] = useLocation()
  const [isComposing, setComposing] = useState(false)
  const opened = search.get('message')
  const hrefOf = (id: string) => `${path}?${withValue(search, 'message', id)}`
  if (opened) {
    return (
      <>
        <ParentLink href={hrefOf('')} name="All Communications" />
        <Conversation key={opened} id={opened} />
      </>
    )
  }
  return (
    <>
      <div className="mb-4 flex justify-end">
        <Button id="new-message" icon={<PenLine aria-hidden className="size-4" />} onClick={() => setComposing(true)}>
          New Message
        </Button>
      </div>
      <AdminList
        call={adminCommunications}
        nouns={['conversation', 'conversations']}
        searchHint="Words, name or email"
        filters={mailFilters}
        columns={mailColumns(hrefOf)}
        csv={mailCsv}
        sortedBy="-created"
      />
      {isComposing && <ComposeDialog onClose={() => setComposing(false)} />}
    </>
  )
}
