import { useEffect, useState } from 'react'
import {
  addCustomerNote,
  addOrganizationNote,
  type CustomerNote,
  deleteCustomerNote,
} from '#contract/admin/customers.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { bodyOf } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { handOnFocus, useKeptFocus } from '#web/kit/kept-focus.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { useDuty } from '../use-duty.ts'
import { useAdminCall } from '../use-admin-call.ts'
import { customerFailures, customerSuccesses } from './acts/toasts.ts'
import type { Whose } from './whose.ts'

/** Notes for colleagues: everybody in the team reads them, the customer never does. */
export function Notes({ notes, whose }: { notes: readonly CustomerNote[]; whose: Whose }) {
  const mayWrite = useDuty('people.change')
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <Card title="Notes" description="Only the Luna team sees them.">
      <div className="flex flex-col gap-4">
        {mayWrite && <NoteForm whose={whose} />}
        {notes.length === 0 && <EmptyLine title="No notes yet" />}
        {notes.length > 0 && (
          <ul aria-label="Notes" className="flex flex-col divide-y divide-line">
            {notes.map((note) => (
              <Note key={note.id} note={note} onDelete={(opener) => setAsked({ note, opener, open: true })} />
            ))}
          </ul>
        )}
      </div>
      {asked && <DeleteDialog {...asked} onClose={() => setAsked({ ...asked, open: false })} />}
    </Card>
  )
}

const formId = 'note-form'
const findField = () => document.querySelector<HTMLElement>(`#${formId} textarea`)

function NoteForm({ whose }: { whose: Whose }) {
  // A new form is an empty one.
  const [count, setCount] = useState(0)
  const outcome = {
    list: adminUsers,
    failed: customerFailures.addNote,
    done: () => {
      showToast(customerSuccesses.noteAdded)
      setCount((before) => before + 1)
    },
  } as const
  const forUser = useAdminCall(addCustomerNote, outcome)
  const forOrganization = useAdminCall(addOrganizationNote, outcome)
  const params = { id: String(whose.id) }
  // The pressed button went with the form.
  useEffect(() => {
    if (count > 0) handOnFocus(findField())
  }, [count])
  return (
    <div id={formId}>
      <Form
        key={count}
        schema={bodyOf(addCustomerNote)}
        onSubmit={(body) => (whose.kind === 'user' ? forUser : forOrganization).submit({ params, body })}
        className="flex flex-col gap-3"
      >
        <TextArea name="text" label="New note" rows={2} maxLength={2000} required />
        <div>
          <SubmitButton pendingText="Adding…">Add Note</SubmitButton>
        </div>
      </Form>
    </div>
  )
}

interface NoteProps {
  note: CustomerNote
  /** Gets the pressed button. */
  onDelete: (opener: HTMLElement) => void
}

function Note({ note: { text, author, isOwn, createdAt }, onDelete }: NoteProps) {
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
            onClick={(event) => onDelete(event.currentTarget)}
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

interface Asked {
  note: CustomerNote
  opener: HTMLElement
  open: boolean
}

/** Asks first, because a deleted note is gone for good. */
function DeleteDialog({ note: { id, text }, opener, open, onClose }: Asked & { onClose: () => void }) {
  const remove = useAdminCall(deleteCustomerNote, {
    list: adminUsers,
    failed: customerFailures.deleteNote,
    done: () => {
      showToast(customerSuccesses.noteDeleted)
      handOnFocus(findField())
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      finalFocus={() => (opener.isConnected ? opener : findField())}
      title="Delete this note?"
      confirmLabel="Delete Note"
      keepLabel="Keep Note"
      onConfirm={() => remove.submit({ params: { id } })}
    >
      <span className="wrap-anywhere">“{beginningOf(text)}” will be gone for the whole team.</span>
    </ConfirmDialog>
  )
}
