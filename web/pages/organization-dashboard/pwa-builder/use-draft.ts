import { useEffect, useState } from 'react'
import { changedNames, type Draft, draftOf, type Settings } from './draft.ts'

/** What was typed and not saved, by organization: another tab of the dashboard does not lose it. */
const kept = new Map<number, Partial<Draft>>()

export type DraftState = ReturnType<typeof useDraft>

/** The form over what is saved; unsaved changes survive a visit elsewhere, and the browser asks before it drops them. */
export function useDraft(settings: Settings) {
  const { organizationId } = settings
  const [edits, setEdits] = useState<Partial<Draft>>(() => kept.get(organizationId) ?? {})
  // Fields that keep their own text begin anew with it.
  const [version, setVersion] = useState(0)
  const isDirty = changedNames(settings, edits).length > 0

  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])

  function change(more: Partial<Draft>) {
    setEdits((before) => {
      const next = { ...before, ...more }
      kept.set(organizationId, next)
      return next
    })
  }

  /** Goes on from what is saved. */
  function reset() {
    kept.delete(organizationId)
    setEdits({})
    setVersion((before) => before + 1)
  }

  return { draft: { ...draftOf(settings), ...edits }, edits, isDirty, version, change, reset }
}
