import { useState } from 'react'
import { useLeaveQuestion } from '#web/kit/fields/use-leave-question.ts'
import { changedNames, type Draft, draftOf, type Settings } from './draft.ts'

interface Kept {
  edits: Partial<Draft>
  /** What the edited fields held when editing began (D187). */
  began: Partial<Draft>
}

/** Unsaved input by organization, so that switching tabs of the dashboard does not lose it. */
const kept = new Map<number, Kept>()

export type DraftState = ReturnType<typeof useDraft>

/**
 * Returns the form's values: the saved ones with the unsaved changes on top. Those survive a visit to another tab, and
 * the browser asks before it drops them.
 */
export function useDraft(settings: Settings) {
  const { organizationId } = settings
  const [{ edits, began }, setState] = useState<Kept>(() => kept.get(organizationId) ?? { edits: {}, began: {} })
  // Fields that keep their own text are remounted with a new key.
  const [version, setVersion] = useState(0)
  const isDirty = changedNames(settings, edits).length > 0

  useLeaveQuestion(isDirty)

  function change(more: Partial<Draft>) {
    setState((before) => {
      const saved = Object.entries(draftOf(settings)).filter(([name]) => name in more)
      const next = { edits: { ...before.edits, ...more }, began: { ...Object.fromEntries(saved), ...before.began } }
      kept.set(organizationId, next)
      return next
    })
  }

  /** Drops what was typed into some fields and shows the saved values again. */
  function drop(names: ReadonlySet<string>) {
    const without = (fields: Partial<Draft>) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))
    setState((before) => {
      const next = { edits: without(before.edits), began: without(before.began) }
      kept.set(organizationId, next)
      return next
    })
    setVersion((before) => before + 1)
  }

  /** Starts over from what is saved. */
  function reset() {
    kept.delete(organizationId)
    setState({ edits: {}, began: {} })
    setVersion((before) => before + 1)
  }

  return { draft: { ...draftOf(settings), ...edits }, edits, began, isDirty, version, change, drop, reset }
}
