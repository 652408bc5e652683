import { paths } from '#web/client/addresses/paths.ts'
import { LinkButton } from '#web/kit/link-button.tsx'

/** The way to what agents know about the user, where memory is turned on and off (D185). */
export function MemorySetting() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-56 text-muted">
        Agents remember you only if you turn this on, and only what you choose to keep.
      </p>
      <LinkButton variant="secondary" href={paths.memory()}>
        View Notes
      </LinkButton>
    </div>
  )
}
