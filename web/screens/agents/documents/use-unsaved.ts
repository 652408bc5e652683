import { useState } from 'react'
import { useLeaveQuestion } from '#web/kit/fields/use-leave-question.ts'

/**
 * For a dialog with a form: what was typed is not lost by closing it or leaving the page. `close` asks first when there
 * is something to lose.
 */
export function useUnsaved(onClose: () => void) {
  const [isDirty, setDirty] = useState(false)
  const [isAsking, setAsking] = useState(false)
  useLeaveQuestion(isDirty)
  return {
    /** To be called at each input. */
    note: () => setDirty(true),
    close: () => (isDirty ? setAsking(true) : onClose()),
    question: { open: isAsking, onKeep: () => setAsking(false), onDiscard: onClose },
  }
}
