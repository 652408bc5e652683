/** A text with every occurrence of the words marked, whatever their case. */
export function MarkedText({ text, words }: { text: string; words: string }) {
  const wanted = words.trim().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return <>{text}</>
  const patterns = wanted.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  return (
    <>
      {text.split(new RegExp(`(${patterns.join('|')})`, 'gi')).map((part, place) =>
        place % 2 === 1 ? (
          <mark key={place} className="rounded-[2px] bg-warning-soft text-text">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </>
  )
}
