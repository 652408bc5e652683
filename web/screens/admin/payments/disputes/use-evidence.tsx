import { useState, type ReactNode } from 'react'
import { saveEvidence, type DisputePage, type Evidence } from '#contract/admin/disputes.ts'
import { changedOf } from '#contract/changed-fields.ts'
import { ApiError } from '#web/client/api-error.ts'
import { useCall } from '#web/client/api.ts'
import { ConflictDialog, presentOf } from '#web/client/conflicts/conflict-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { FieldErrors } from '#web/kit/fields/form.tsx'
import { paymentFailures, paymentSuccesses } from '../toasts.ts'
import { evidenceFields } from './evidence-fields.ts'
import { changedByEvidence, useShownDispute } from './use-shown-dispute.ts'

interface Conflict {
  given: Evidence
  submit: boolean
  present: Partial<Evidence>
}

interface EvidenceWriting {
  /** The texts the form begins with; a new `version` starts it over. */
  shown: Evidence
  version: number
  send: (given: Evidence, submit: boolean) => Promise<FieldErrors | void>
  /** While something is saved, words typed meanwhile would be lost. */
  isSaving: boolean
  /** The question which texts to keep, after a colleague saved others. */
  question: ReactNode
}

const labels = Object.fromEntries(evidenceFields.map(({ name, label }) => [name, label]))

/** Saves and submits evidence, and never silently overwrites what a colleague saved meanwhile (D187). */
export function useEvidence({ id, evidence, file }: DisputePage): EvidenceWriting {
  // `known` is what was last read from the server; what is shown may have own words beside it.
  const [{ known, shown, version }, setForm] = useState({ known: evidence, shown: evidence, version: 0 })
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { show, readAgain } = useShownDispute(id)
  const save = useCall(saveEvidence, {
    changes: changedByEvidence,
    failed: paymentFailures.evidence,
    done: (answer, { body }) => {
      show(answer)
      setConflict(null)
      const now = answer.evidence
      // The answer also has the texts that a colleague changed beside the own ones.
      const hasOthers = Object.keys(changedOf(body.evidence, now)).length > 0
      setForm((old) => (hasOthers ? begin(old, now, now) : { ...old, known: now }))
      showToast(body.submit ? paymentSuccesses.submitted : paymentSuccesses.saved)
    },
    refused: (error, { body }) => {
      const present = presentOf(error)
      if (error instanceof ApiError && error.code === 'file_changed') void readAgain()
      if (present) setConflict({ given: body.evidence, submit: body.submit, present })
    },
  })
  const send = (given: Evidence, submit: boolean, before: Evidence = known) =>
    save.submit({ params: { id }, body: { evidence: given, submit, before, file } })

  /** Continues in the form, knowing what the colleague wrote; nothing is saved yet. */
  function goOn({ present }: Conflict, next: Evidence) {
    setConflict(null)
    setForm((old) => begin(old, { ...old.known, ...present }, next))
  }

  /** Saves the own texts over theirs. What goes to the bank is confirmed again first. */
  function keepOwn(found: Conflict) {
    if (found.submit) goOn(found, found.given)
    else void send(found.given, false, { ...known, ...found.present })
  }

  return {
    shown,
    version,
    send,
    isSaving: save.isPending,
    question: (
      <ConflictDialog
        present={conflict?.present ?? null}
        own={conflict?.given ?? {}}
        labels={labels}
        rest={conflict?.submit ? 'Nothing was sent to the bank. Submit again after you have chosen.' : undefined}
        ownLabel={conflict?.submit ? 'Keep Mine' : undefined}
        isPending={save.isPending}
        onClose={() => setConflict(null)}
        onTheirs={() => conflict && goOn(conflict, { ...conflict.given, ...conflict.present })}
        onOwn={() => conflict && keepOwn(conflict)}
      />
    ),
  }
}

interface Begun {
  known: Evidence
  shown: Evidence
  version: number
}

function begin({ version }: Begun, known: Evidence, shown: Evidence): Begun {
  return { known, shown, version: version + 1 }
}
