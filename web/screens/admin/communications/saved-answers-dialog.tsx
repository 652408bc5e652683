import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeSavedAnswer,
  createSavedAnswer,
  deleteSavedAnswer,
  type SavedAnswer,
  savedAnswers,
} from '#contract/messages/saved-answers.ts'
import { query, write } from '#web/client/api.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { Button } from '#web/kit/button.tsx'
import { ActButtons } from '#web/kit/dialogs/acts.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { useDuty } from '../use-duty.ts'

/** The team's saved answers, and the form for one of them. */
export function SavedAnswersDialog() {
  const [edited, setEdited] = useState<SavedAnswer | 'new' | null>(null)
  const back = () => setEdited(null)
  const form = { done: back, onCancel: back, submit: 'Save', pendingText: 'Saving…' }
  return (
    <Dialog
      title={edited === null ? 'Saved Answers' : edited === 'new' ? 'New Saved Answer' : 'Edit Saved Answer'}
      description="{firstName} and {minutes} are filled in where an answer is inserted."
      keepOpenOutside
    >
      {edited === null && <Answers onEdit={setEdited} />}
      {edited === 'new' && <CallForm call={createSavedAnswer} {...form} />}
      {edited !== null && edited !== 'new' && (
        <CallForm
          call={changeSavedAnswer}
          at={{ params: { id: edited.id } }}
          known={{ title: edited.title, message: edited.message }}
          unchanged={back}
          {...form}
        />
      )}
    </Dialog>
  )
}

function Answers({ onEdit }: { onEdit: (answer: SavedAnswer | 'new') => void }) {
  const read = useQuery({ ...query(savedAnswers), staleTime: 0 })
  const mayChange = useDuty('messages.change')
  return (
    <Loaded read={read} what="the saved answers">
      {(answers) => (
        <div className="flex flex-col gap-4">
          {answers.length === 0 && <p className="text-muted">No saved answers yet.</p>}
          <ul aria-label="Saved answers" className="divide-y divide-line">
            {answers.map((answer) => (
              <li key={answer.id} className="flex flex-wrap items-start justify-between gap-2 py-3">
                <div className="min-w-0 flex-1 basis-48">
                  <p className="font-medium wrap-anywhere">{answer.title}</p>
                  <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{answer.message}</p>
                </div>
                {mayChange && (
                  <ActButtons
                    of={answer.title}
                    acts={[{ label: 'Edit', run: () => onEdit(answer) }, deletion(answer)]}
                  />
                )}
              </li>
            ))}
          </ul>
          {mayChange && (
            <div>
              <Button onClick={() => onEdit('new')}>New Saved Answer</Button>
            </div>
          )}
        </div>
      )}
    </Loaded>
  )
}

function deletion({ id, title }: SavedAnswer) {
  return {
    label: 'Delete',
    run: () => write(deleteSavedAnswer, { params: { id } }),
    ask: {
      title: `Delete “${title}”?`,
      text: 'The whole team will no longer have it.',
      confirm: 'Delete Saved Answer',
      keep: 'Keep Saved Answer',
    },
  }
}
