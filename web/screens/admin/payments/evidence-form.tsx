import { type ChangeEvent, useRef, useState } from 'react'
import {
  addEvidenceFile,
  type DisputePage,
  evidence as evidenceSchema,
  type Evidence,
  evidenceLimits,
  saveEvidence,
} from '#contract/admin/disputes.ts'
import { changedOf } from '#contract/changed-fields.ts'
import { knowField } from '#contract/field-words.ts'
import { successOf, useCall } from '#web/client/api.ts'
import { ConflictDialog, presentOf } from '#web/client/conflicts/conflict-dialog.tsx'
import { showFailure } from '#web/client/failure.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'

/** The parts of evidence; `rows` makes a field of several lines. */
export const evidenceFields = Object.entries(evidenceSchema.shape).map(([name, schema]) => {
  const { label = name, help, rows } = knowField(schema).words ?? {}
  return { name: name as keyof Evidence, label, help, rows }
})

const labels = Object.fromEntries(evidenceFields.map(({ name, label }) => [name, label]))

/** Writes the evidence: saved as a draft as often as needed, and submitted once. */
export function EvidenceForm({ dispute }: { dispute: DisputePage }) {
  const isSubmitting = useRef(false)
  const { shown, version, send, isSaving, question } = useEvidence(dispute)

  async function decide(given: Evidence) {
    if (!isSubmitting.current) return send(given, false)
    isSubmitting.current = false
    void ask({
      title: 'Submit this evidence?',
      text: 'It goes to the customer’s bank, and it can be submitted only once. You cannot change it afterward.',
      confirm: 'Submit Evidence',
      keep: 'Keep Editing',
      tone: 'primary',
      act: () => send(given, true),
    })
  }

  return (
    <Card title="Evidence" description="The bank decides based on this.">
      <div className="flex flex-col gap-6">
        {!dispute.isDraft && (
          <Banner>Filled with what Luna knows about this payment. Check it, and add what the bank should know.</Banner>
        )}
        <EvidenceFile dispute={dispute} />
        <Form
          key={version}
          schema={evidenceSchema}
          onSubmit={decide}
          onInvalid={() => (isSubmitting.current = false)}
          aria-label="Evidence"
          className="flex flex-col gap-4"
        >
          <Fields evidence={shown} readOnly={isSaving} />
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <SubmitButton variant="secondary" pendingText="Saving…">
              Save Draft
            </SubmitButton>
            <Button type="submit" onClick={() => (isSubmitting.current = true)}>
              Submit to the Bank
            </Button>
          </div>
        </Form>
      </div>
      {question}
    </Card>
  )
}

/** While something is saved, words typed in the same moment would be lost. */
function Fields({ evidence, readOnly }: { evidence: Evidence; readOnly: boolean }) {
  return evidenceFields.map(({ name, label, help, rows }) =>
    rows ? (
      <TextArea key={name} {...{ name, label, help, rows, readOnly }} defaultValue={evidence[name]} />
    ) : (
      <TextField key={name} {...{ name, label, help, readOnly }} autoComplete="off" defaultValue={evidence[name]} />
    ),
  )
}

const submitted = {
  title: 'Evidence Submitted',
  description: 'The bank will decide. This can take weeks.',
  tone: 'success',
} as const

interface Conflict {
  given: Evidence
  submit: boolean
  present: Partial<Evidence>
}

/** `known` is what the server has; `shown` begins the form, and a new `version` starts it over. */
interface Begun {
  known: Evidence
  shown: Evidence
  version: number
}

/** Saves and submits evidence, and never silently overwrites what a colleague saved in the meantime (D187). */
function useEvidence({ id, evidence, file }: DisputePage) {
  const [{ known, shown, version }, setForm] = useState<Begun>({ known: evidence, shown: evidence, version: 0 })
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const begin = (next: (old: Begun) => Pick<Begun, 'known' | 'shown'>) =>
    setForm((old) => ({ ...next(old), version: old.version + 1 }))
  const save = useCall(saveEvidence, {
    told: (_answer, { body: { submit } }) => (submit ? submitted : successOf(saveEvidence)),
    done: ({ evidence: now }, { body }) => {
      setConflict(null)
      // The answer also has the texts that a colleague changed next to the own ones.
      const hasOthers = Object.keys(changedOf(body.evidence, now)).length > 0
      if (hasOthers) begin(() => ({ known: now, shown: now }))
      else setForm((old) => ({ ...old, known: now }))
    },
    refused: (error, { body }) => {
      const present = presentOf(error)
      if (present) setConflict({ given: body.evidence, submit: body.submit, present })
    },
  })
  const send = (given: Evidence, submit: boolean, before: Evidence = known) =>
    save.submit({ params: { id }, body: { evidence: given, submit, before, file } })

  /** Continues in the form, knowing what the colleague wrote; nothing is saved yet. */
  function goOn({ present }: Conflict, next: Evidence) {
    setConflict(null)
    begin((old) => ({ known: { ...old.known, ...present }, shown: next }))
  }

  /** Saves the own texts over theirs. What goes to the bank is confirmed again first. */
  function keepOwn(found: Conflict) {
    if (found.submit) goOn(found, found.given)
    else void send(found.given, false, { ...known, ...found.present })
  }

  const question = (
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
  )
  return { shown, version, send, isSaving: save.isPending, question }
}

const types = ['application/pdf', 'image/jpeg', 'image/png']

/** One file besides the texts; a new one replaces it. It goes to Stripe, and Luna keeps no copy. */
function EvidenceFile({ dispute: { id, file } }: { dispute: DisputePage }) {
  const input = useRef<HTMLInputElement>(null)
  const add = useCall(addEvidenceFile, {
    told: (answer) => ({
      title: 'File Added',
      description: `${answer.file?.name ?? 'The file'} is part of the draft.`,
      tone: 'success',
    }),
  })

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [chosen] = event.target.files ?? []
    // Lets the same file be chosen again.
    event.target.value = ''
    if (!chosen) return
    if (chosen.size > evidenceLimits.fileBytes) {
      return showFailure({ title: 'File too large', text: 'Please choose a file of at most 4.5 MB.' })
    }
    add.mutate({ params: { id }, body: { file: chosen } })
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <p className="font-medium">File</p>
      {file && <p className="wrap-anywhere">{file.name}</p>}
      <input
        ref={input}
        type="file"
        accept={types.join()}
        aria-label="File"
        tabIndex={-1}
        disabled={add.isPending}
        onChange={choose}
        className="sr-only"
      />
      <Button
        variant="secondary"
        pending={add.isPending}
        pendingText="Uploading…"
        onClick={() => input.current?.click()}
      >
        {file ? 'Replace File' : 'Add File'}
      </Button>
      <p className="text-sm text-muted">PDF, JPG or PNG, up to 4.5 MB. It is sent to Stripe, and Luna keeps no copy.</p>
    </div>
  )
}
