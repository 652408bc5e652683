import { useEffect, useState } from 'react'
import { formatAgo } from '#contract/dates.ts'

const tickMs = 30_000

/** How long ago something happened, such as `1 minute ago`; it grows older while it is shown. */
export function Ago({ value }: { value: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {formatAgo(value, now)}
    </time>
  )
}
