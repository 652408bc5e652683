import {
  addCustomerNote,
  addOrganizationNote,
  type CustomerNote,
  deleteCustomerNote,
} from '#contract/admin/customers.ts'
import { write } from '#web/client/api.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import type { Whose } from '../person-name.tsx'
import { useDuty } from '../use-duty.ts'

/** Notes for colleagues: everybody in the team reads them, the customer never does. */
export function Notes({ notes, whose }: { notes: readonly CustomerNote[]; whose: Whose }) {
  const mayWrite = useDuty('people.change')
  return (
    <Card title="Notes" description="Only the Luna team sees them.">
      <div className="flex flex-col gap-4">
        {mayWrite && <NoteForm whose={whose} />}
        {notes.length === 0 && <EmptyLine title="No notes yet" />}
        {notes.length > 0 && (
          <ul aria-label="Notes" className="flex flex-col divide-y divide-line">
            {notes.map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

const formId = 'note-form'
const findField = () => document.querySelector<HTMLElement>(`#${formId} textarea`)

function NoteForm({ whose }: { whose: Whose }) {
  return (
    <div id={formId}>
      <CallForm
        call={whose.kind === 'user' ? addCustomerNote : addOrganizationNote}
        at={{ params: { id: String(whose.id) } }}
        submit="Add Note"
        pendingText="Adding…"
        isRepeated
      />
    </div>
  )
}

function Note({ note: { id, text, author, isOwn, createdAt } }: { note: CustomerNote }) {
  // The question may give the focus back to a note that then disappears.
  const row = useKeptFocus<HTMLLIElement>(findField)
  return (
    <li ref={row} className="py-3">
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <div className="flex items-center justify-between gap-x-4">
        <p className="min-w-0 text-sm wrap-anywhere text-muted">
          {author} · <DateTime value={createdAt} withTime />
        </p>
        {isOwn && (
          <Button
            variant="ghost"
            size="dense"
            className="-mr-3"
            aria-label={`Delete the note: ${beginningOf(text)}`}
            onClick={() => void deleteNote(id, text)}
          >
            Delete
          </Button>
        )}
      </div>
    </li>
  )
}

/** Returns the first words of a note, which name it. */
function beginningOf(text: string): string {
  const words = text.trim().split(/\s+/)
  return words.length <= 6 ? words.join(' ') : `${words.slice(0, 6).join(' ')}…`
}

/** Asks first, because a deleted note is gone for good. */
function deleteNote(id: string, text: string): Promise<boolean> {
  return ask({
    title: 'Delete this note?',
    text: <span className="wrap-anywhere">“{beginningOf(text)}” will be gone for the whole team.</span>,
    confirm: 'Delete Note',
    keep: 'Keep Note',
    act: () => write(deleteCustomerNote, { params: { id } }).catch(() => undefined),
    next: findField,
  })
}
