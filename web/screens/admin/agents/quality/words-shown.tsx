import type { TextPart } from '#contract/agents/versions.ts'
import { VisuallyHidden } from '#web/kit/text/visually-hidden.tsx'
import { withoutMiddle } from './without-middle.ts'

interface Props {
  title: string
  text: string
  /** What changed in it; null shows the whole text. */
  parts: readonly TextPart[] | null | undefined
}

/** One text of a version, whole or with what changed in it marked. */
export function WordsShown({ title, text, parts }: Props) {
  const isSame = parts?.every(({ kind }) => kind === 'same') ?? false
  return (
    <section aria-label={title} className="w-full min-w-0">
      <h4 className="mb-1.5 font-medium">{title}</h4>
      {isSame || (!parts && text === '') ? (
        <p className="text-muted">{isSame ? 'No changes in this version.' : 'Empty'}</p>
      ) : (
        <p className="rounded-card border border-line bg-sunken p-4 wrap-anywhere whitespace-pre-wrap">
          {parts ? parts.map((part, place) => <Part key={place} part={part} place={place} of={parts.length} />) : text}
        </p>
      )}
    </section>
  )
}

function Part({ part: { kind, text }, place, of }: { part: TextPart; place: number; of: number }) {
  if (kind === 'same') return withoutMiddle(text, { isFirst: place === 0, isLast: place === of - 1 })
  const isAdded = kind === 'added'
  const Mark = isAdded ? 'ins' : 'del'
  return (
    <Mark
      className={
        isAdded
          ? 'rounded-[2px] bg-success-soft text-text decoration-success decoration-1 underline-offset-2'
          : 'rounded-[2px] bg-danger-soft text-muted decoration-danger'
      }
    >
      <VisuallyHidden>{isAdded ? ' Added: ' : ' Removed: '}</VisuallyHidden>
      {text}
      <VisuallyHidden> End. </VisuallyHidden>
    </Mark>
  )
}
