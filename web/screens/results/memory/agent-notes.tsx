import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { countText } from '#contract/amounts.ts'
import { addNote, changeNote, deleteNote, longestNote, type Note } from '#contract/results/memory.ts'
import { useCall } from '#web/client/api.ts'
import { bodyOf } from '#web/client/forms/bodies.ts'
import { focusHeading } from '#web/client/navigation.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { KeepOrNot, Replaced } from './remember-question.tsx'
interface NoteProps {
  note: Note
  /** Whether memory is on. */
  isOn: boolean
  /** Moves the focus, because the focused button disappears with its note. */
  onGone: () => void
}

/** What one agent knows about the person, and what it proposes. */
export function AgentNotes({ notes, isOn }: { notes: Note[]; isOn: boolean }) {
  const list = useRef<HTMLUListElement>(null)
  const agentName = notes[0]?.agentName ?? ''
  // With the last note, the whole list disappears.
  const onGone = () => (notes.length > 1 ? list.current?.focus() : focusHeading())
  return (
    <Card title={agentName} description={countText(notes.length, 'note')}>
      <ul ref={list} tabIndex={-1} aria-label={agentName} className="-my-4 divide-y divide-line outline-none">
        {notes.map((note) => (
          <li key={note.id} className="py-4">
            <NoteRow note={note} isOn={isOn} onGone={onGone} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function NoteRow({ note, isOn, onGone }: NoteProps) {
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  if (isEditing) {
    return (
      <EditNote
        note={note}
        onDone={() => {
          setEditing(false)
          // The button is back after the next render.
          requestAnimationFrame(() => edit.current?.focus())
        }}
      />
    )
  }
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-lg wrap-anywhere">{note.text}</p>
        <Replaced note={note} />
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {note.state === 'proposed' && <Badge tone="neutral">Proposed</Badge>}
          <Source note={note} />
          {note.lastUsedAt && (
            <span>
              Last used <DateTime value={note.lastUsedAt} />
            </span>
          )}
        </p>
      </div>
      {note.state === 'proposed' ? (
        <KeepOrNot note={note} isOn={isOn} onAnswered={onGone} />
      ) : (
        <div className="-mr-2 flex flex-wrap max-sm:-ml-3">
          <Button
            ref={edit}
            variant="ghost"
            size="dense"
            icon={<Pencil aria-hidden className="size-4" />}
            aria-label={`Edit: ${note.text}`}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
          <RemoveNote note={note} isOn={isOn} onGone={onGone} />
        </div>
      )}
    </div>
  )
}

/** Where a note comes from: a conversation, or the person. */
function Source({ note: { sessionId, createdAt, editedAt } }: { note: Note }) {
  return (
    <span>
      {sessionId ? (
        <span>
          From{' '}
          <TextLink href={paths.session(sessionId)}>
            your session on <DateTime value={createdAt} />
          </TextLink>
        </span>
      ) : (
        <span>
          Written by you on <DateTime value={createdAt} />
        </span>
      )}
      {editedAt && <span>, edited</span>}
    </span>
  )
}

function RemoveNote({ note, isOn, onGone }: NoteProps) {
  const putBack = useCall(addNote, { told: null })
  const { agentId, text, sessionId } = note
  const remove = useCall(deleteNote, {
    told: {
      title: 'Note Forgotten',
      description: "The agent won't know this from your next session on.",
      tone: 'success',
      // While memory is off, nothing can be added, not even what was there; otherwise for ten seconds (D188).
      ...(isOn && {
        action: { label: 'Undo', onPress: () => putBack.mutate({ body: { agentId, text, sessionId } }) },
        durationMs: 10_000,
      }),
    },
    done: onGone,
  })
  return (
    <Button
      variant="ghost"
      size="dense"
      icon={<Trash2 aria-hidden className="size-4" />}
      pending={remove.isPending}
      pendingText="Forgetting…"
      aria-label={`Forget: ${text}`}
      onClick={() => void remove.submit({ params: { id: note.id } })}
    >
      Forget
    </Button>
  )
}

function EditNote({ note, onDone }: { note: Note; onDone: () => void }) {
  const save = useCall(changeNote, { done: onDone })
  return (
    <Form
      schema={bodyOf(changeNote)}
      onSubmit={({ text }) => save.submit({ params: { id: note.id }, body: { text } })}
      className="flex flex-col gap-3"
      aria-label={`Edit a note of ${note.agentName}`}
    >
      <div ref={focusText}>
        <TextArea name="text" label="Note" hideLabel rows={3} maxLength={longestNote} defaultValue={note.text} />
      </div>
      <div className="flex flex-wrap gap-2">
        <SubmitButton pendingText="Saving…">Save Note</SubmitButton>
        <Button variant="secondary" disabled={save.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** Takes the focus to the text, because the pressed button is gone. */
function focusText(node: HTMLElement | null) {
  node?.querySelector('textarea')?.focus()
}
