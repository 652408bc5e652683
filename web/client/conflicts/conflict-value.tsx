import { formatCount } from '#contract/amounts.ts'
import { differenceOf } from './text-difference.ts'

interface Props {
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
export function ConflictValue({ label, value, other, textOf = plainText }: Props) {
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
