import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type SavedAnswer, savedAnswers } from '#contract/messages/saved-answers.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { Button } from '#web/kit/button.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { ChangeAnswerForm, NewAnswerForm } from './saved-answer-form.tsx'
import { useSavedAnswers } from './use-saved-answers.ts'
import { useDuty } from '../use-duty.ts'

/** The team's saved answers, and the form for one of them. */
export function SavedAnswersDialog({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<SavedAnswer | 'new' | null>(null)
  return (
    <Dialog
      open
      onClose={onClose}
      title={edited === null ? 'Saved Answers' : edited === 'new' ? 'New Saved Answer' : 'Edit Saved Answer'}
      description="{firstName} and {minutes} are filled in where an answer is inserted."
      keepOpenOutside
      finalFocus={() => document.getElementById('saved-answers')}
    >
      {edited === null && <Answers onEdit={setEdited} />}
      {edited === 'new' && <NewAnswerForm onDone={() => setEdited(null)} />}
      {edited !== null && edited !== 'new' && <ChangeAnswerForm answer={edited} onDone={() => setEdited(null)} />}
    </Dialog>
  )
}

function Answers({ onEdit }: { onEdit: (answer: SavedAnswer | 'new') => void }) {
  const found = useQuery({ ...query(savedAnswers), staleTime: 0 })
  const mayChange = useDuty('messages.change')
  const [removed, setRemoved] = useState<SavedAnswer | null>(null)
  const { remove } = useSavedAnswers(() => undefined)
  if (found.isPending) return <LoadingRows what="saved answers" />
  if (found.isError) return <LoadError what="the saved answers" failed={found} />
  return (
    <div className="flex flex-col gap-4">
      {found.data.length === 0 && <p className="text-muted">No saved answers yet.</p>}
      <ul aria-label="Saved answers" className="divide-y divide-line">
        {found.data.map((answer) => (
          <li key={answer.id} className="flex flex-wrap items-start justify-between gap-2 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium wrap-anywhere">{answer.title}</p>
              <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{answer.message}</p>
            </div>
            {mayChange && (
              <div className="flex gap-2">
                <Button
                  variant="secondary"
                  size="dense"
                  aria-label={`Edit: ${answer.title}`}
                  onClick={() => onEdit(answer)}
                >
                  Edit
                </Button>
                <Button
                  variant="ghost"
                  size="dense"
                  aria-label={`Delete: ${answer.title}`}
                  onClick={() => setRemoved(answer)}
                >
                  Delete
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <div>
          <Button onClick={() => onEdit('new')}>New Saved Answer</Button>
        </div>
      )}
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Delete “${removed?.title ?? ''}”?`}
        confirmLabel="Delete Saved Answer"
        keepLabel="Keep Saved Answer"
        onConfirm={() => (removed ? remove.submit({ params: { id: removed.id } }) : undefined)}
      >
        The whole team will no longer have it.
      </ConfirmDialog>
    </div>
  )
}
