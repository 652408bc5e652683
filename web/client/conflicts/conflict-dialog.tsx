import { useRef, useState } from 'react'
import { ApiError } from '#web/client/api-error.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { formatCount } from '#contract/amounts.ts'
import { differenceOf } from './text-difference.ts'

type Fields = Readonly<Record<string, unknown>>
/** How to show the values of a field, by field name. */
export type Texts = Readonly<Record<string, (value: unknown) => string>>

const nothing: Fields = {}

interface Props {
  /** The current values by name; null if there is nothing to ask. */
  present: Fields | null
  /** The user's own values. */
  own: Fields
  /** The labels of the fields. */
  labels: Readonly<Record<string, string>>
  texts?: Texts
  /** What happens to the form's other changes, if any. */
  rest?: string | undefined
  /** What the button for the user's own values says. */
  ownLabel?: string | undefined
  isPending: boolean
  onClose: () => void
  onTheirs: () => void
  onOwn: () => void
}

/** Shows fields that somebody else has changed since the form was opened, with both values to choose from (D187). */
export function ConflictDialog(props: Props) {
  const { present, own, labels, texts = {}, rest, ownLabel = 'Save Mine', isPending, onClose, onTheirs, onOwn } = props
  // Keeps the question in sight while the dialog fades out.
  const [question, setQuestion] = useState({ present: nothing, own })
  if (present && (present !== question.present || own !== question.own)) setQuestion({ present, own })
  // Neither button is the safe one, and the values should be read first.
  const values = useRef<HTMLDivElement>(null)
  const hasRest = Object.keys(question.own).some((name) => name !== 'before' && !(name in question.present))
  return (
    <Dialog
      open={present !== null}
      onClose={() => !isPending && onClose()}
      title="Someone else changed this in the meantime"
      description={`Your changes aren't saved yet. Choose which version to keep.${rest && hasRest ? ` ${rest}` : ''}`}
      keepOpenOutside
      initialFocus={values}
      finalFocus={() => fieldOf(Object.keys(question.present))}
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onTheirs}>
            Use Theirs
          </Button>
          <Button pending={isPending} pendingText="Saving…" onClick={onOwn}>
            {ownLabel}
          </Button>
        </>
      }
    >
      <div ref={values} tabIndex={-1} className="flex scroll-mt-4 flex-col gap-5 outline-none">
        {Object.entries(question.present).map(([name, theirs]) => (
          <Both key={name} label={labels[name] ?? name} theirs={theirs} own={question.own[name]} textOf={texts[name]} />
        ))}
      </div>
    </Dialog>
  )
}

interface BothProps {
  label: string
  theirs: unknown
  own: unknown
  textOf: Texts[string] | undefined
}

/** The two values of a field. */
function Both({ label, theirs, own, textOf }: BothProps) {
  return (
    <section aria-label={label}>
      <h3 className="font-medium">{label}</h3>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3">
        <dt className="text-muted">Theirs</dt>
        <dd className="wrap-anywhere whitespace-pre-line">
          <ConflictValue label={label} value={theirs} other={own} textOf={textOf} />
        </dd>
        <dt className="text-muted">Yours</dt>
        <dd className="wrap-anywhere whitespace-pre-line">
          <ConflictValue label={label} value={own} other={theirs} textOf={textOf} />
        </dd>
      </dl>
    </section>
  )
}

/** Returns the first of these fields in a form on the page. */
function fieldOf(names: readonly string[]): HTMLElement | null {
  const selector = names.map((name) => `form [name="${CSS.escape(name)}"]`).join(', ')
  return selector ? document.querySelector<HTMLElement>(selector) : null
}

/** Returns the current values if a change was refused because of them, otherwise null. */
export function presentOf(error: unknown): Fields | null {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return null
  return (error.details.present ?? nothing) as Fields
}

interface ConflictValueProps {
  /** The label of the field. */
  label: string
  value: unknown
  /** The other of the two values. */
  other: unknown
  /** How to show a value that is not readable by itself. */
  textOf?: ((value: unknown) => string) | undefined
}

/** Texts of this many characters or more show their difference; shorter ones are compared at a glance. */
const longFrom = 80

/** One of a field's two values: pictures and colors are shown, and long texts have their difference marked. */
function ConflictValue({ label, value, other, textOf = plainText }: ConflictValueProps) {
  const [text, otherText] = [textOf(value), textOf(other)]
  if (text === '') return <span className="text-muted">Empty</span>
  if (/^\/images\/[\w-]+$/.test(text)) {
    return <img src={text} alt={label} className="size-16 rounded-control border border-line object-cover" />
  }
  if (/^#[\da-f]{6}$/i.test(text)) return <Swatch color={text} />
  if (Math.max(text.length, otherText.length) < longFrom) return text
  const { start, own, end } = differenceOf(text, otherText)
  return (
    <>
      {start}
      {own && <mark className="rounded-[2px] bg-warning-soft text-text">{own}</mark>}
      {end}
    </>
  )
}

function Swatch({ color }: { color: string }) {
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden
        className="size-5 rounded-[4px] border border-control-line"
        style={{ backgroundColor: color }}
      />
      <span className="tabular">{color}</span>
    </span>
  )
}

function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return value.length === 0 ? 'None' : `${formatCount(value.length)} chosen`
  if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
