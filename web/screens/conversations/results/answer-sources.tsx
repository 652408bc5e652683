import type { AnswerSource } from '#contract/results/recap.ts'

/** Under an answer: the documents that were read for it. They are no proof that it is right. */
export function AnswerSources({ sources }: { sources: readonly AnswerSource[] }) {
  if (sources.length === 0) return null
  return (
    <div className="mt-2 flex max-w-prose flex-col gap-2 border-l-2 border-line pl-3 text-sm">
      <p className="text-muted">Read for this answer</p>
      {sources.map(({ excerpt, title }, place) => (
        <figure key={place} className="min-w-0">
          <figcaption className="font-medium break-words">{title}</figcaption>
          <blockquote className="break-words text-muted">“{excerpt}”</blockquote>
        </figure>
      ))}
    </div>
  )
}
