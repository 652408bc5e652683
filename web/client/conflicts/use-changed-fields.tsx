import { useState, type ReactNode } from 'react'
import { changedOf } from '#contract/changed-fields.ts'
import { ApiError } from '#web/client/api-error.ts'
import type { FieldErrors } from '#web/kit/fields/form-state.ts'
import { ConflictDialog, presentOf } from './conflict-dialog.tsx'

type Fields = Record<string, unknown>

interface Options<Values extends object> {
  /** The initial values, by the names in which they are sent. */
  known: Values
  /** The labels of the fields. */
  labels: { readonly [Name in keyof Values]?: string }
  /** How to show a value that is not readable by itself. */
  texts?: { readonly [Name in keyof Values]?: (value: Values[Name]) => string }
  /**
   * Sends a change with the former values of its fields; resolves to the new values that the answer has. Rejects on
   * failure.
   */
  save: (change: Partial<Values>, before: Fields) => Promise<Partial<Values>>
  /** Called when nothing was changed. */
  unchanged: () => void
}

interface ChangedFields<Values> {
  /** The values the form begins with; a new `version` starts it over. */
  base: Values
  version: number
  submit: (values: Values) => Promise<FieldErrors | void>
  /** The question which version to keep, after somebody else saved first. */
  question: ReactNode
}

interface Conflict<Values> {
  change: Partial<Values>
  present: Fields
}

/** A form that sends only what was changed and never silently overwrites somebody else's change (D187). */
export function useChangedFields<Values extends object>(options: Options<Values>): ChangedFields<Values> {
  const { known, labels, texts = {}, save, unchanged } = options
  const [{ base, version }, setForm] = useState({ base: known, version: 0 })
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null)
  const [isPending, setPending] = useState(false)

  /** Shows these values from now on. */
  const begin = (values: Values) => setForm((old) => ({ base: values, version: old.version + 1 }))

  async function send(change: Partial<Values>, from: Values, isNew: boolean): Promise<FieldErrors | void> {
    try {
      const now = { ...from, ...change, ...(await save(change, pick(from, change))) }
      setConflict(null)
      if (isNew || hasOthers(now, { ...from, ...change })) begin(now)
      else setForm((old) => ({ ...old, base: now }))
    } catch (error) {
      const present = presentOf(error)
      if (present) setConflict({ change, present })
      else if (error instanceof ApiError && error.field) return { [error.field]: error.problem?.message ?? '' }
    }
  }

  async function decide(isOwn: boolean): Promise<void> {
    if (!conflict) return
    const { change, present } = conflict
    const from = { ...base, ...present }
    const kept = Object.entries(change).filter(([name]) => isOwn || !(name in present))
    if (kept.length === 0) {
      setConflict(null)
      return begin(from)
    }
    setPending(true)
    await send(Object.fromEntries(kept) as Partial<Values>, from, !isOwn)
    setPending(false)
  }

  return {
    base,
    version,
    submit: async (values) => {
      const change = changedOf(base, values)
      return Object.keys(change).length === 0 ? unchanged() : send(change, base, false)
    },
    question: (
      <ConflictDialog
        present={conflict?.present ?? null}
        own={conflict?.change ?? {}}
        labels={labels as Record<string, string>}
        texts={texts}
        rest="We'll save your other changes either way."
        isPending={isPending}
        onClose={() => setConflict(null)}
        onTheirs={() => void decide(false)}
        onOwn={() => void decide(true)}
      />
    ),
  }
}

/** Returns whether somebody else has changed something meanwhile, which then shows as well. */
function hasOthers<Values extends object>(now: Values, expected: Values): boolean {
  return Object.keys(changedOf(expected, pick(now, expected) as Values)).length > 0
}

/** Returns those values whose names also occur in the other object. */
function pick(values: object, names: object): Fields {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in names))
}
