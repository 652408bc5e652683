import { ApiError } from '#web/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Fields = Readonly<Record<string, unknown>>
/** How the values of a field read, by its name. */
export type Texts = Readonly<Record<string, (value: unknown) => string>>

interface Props {
  /** What the fields are now, by name; null: there is nothing to ask. */
  present: Fields | null
  /** What was typed. */
  own: Fields
  /** What a person calls each field. */
  labels: Readonly<Record<string, string>>
  texts?: Texts
  isPending: boolean
  onClose: () => void
  onTheirs: () => void
  onOwn: () => void
}

/** Fields that somebody else has changed since the form was opened, with both values, and the choice between them (D187). */
export function ConflictDialog({ present, own, labels, texts = {}, isPending, onClose, onTheirs, onOwn }: Props) {
  return (
    <Dialog
      open={present !== null}
      onClose={() => !isPending && onClose()}
      title="Somebody else changed this in the meantime"
      description="Nothing of yours is saved yet. Choose which is to stand."
      keepOpenOutside
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onTheirs}>
            Use Theirs
          </Button>
          <Button pending={isPending} pendingText="Saving…" onClick={onOwn}>
            Save Mine
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {Object.entries(present ?? {}).map(([name, theirs]) => (
          <section key={name} aria-label={labels[name] ?? name}>
            <h3 className="font-medium">{labels[name] ?? name}</h3>
            <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
              <Value term="Theirs" text={(texts[name] ?? textOf)(theirs)} />
              <Value term="Yours" text={(texts[name] ?? textOf)(own[name])} />
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Value({ term, text }: { term: string; text: string }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="line-clamp-6 wrap-anywhere whitespace-pre-line">{text}</dd>
    </>
  )
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return value.length === 0 ? 'None' : `${value.length.toLocaleString('en-US')} chosen`
  if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(', ') || 'Empty'
  return typeof value === 'string' || typeof value === 'number' ? String(value) || 'Empty' : 'Empty'
}

/** What the fields are now, where a change was refused for it; else null. */
export function presentOf(error: unknown): Fields | null {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return null
  return (error.details.present ?? {}) as Fields
}
