import { Select } from '#web/kit/fields/select.tsx'
import { maxPatienceMs, turnEndWindows, windowMs } from '#web/voice/constants.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { keepPreferences } from './preferences.ts'

const shortestMs = Math.round(turnEndWindows * windowMs)

/** Silences that end a turn, from the shortest to the longest (D83). */
const choices = [
  { ms: shortestMs, label: 'Right away (0.2 s)' },
  { ms: 500, label: 'After a short pause (0.5 s)' },
  { ms: 1000, label: 'After a pause (1 s)' },
  { ms: maxPatienceMs, label: 'After a long pause (1.5 s)' },
] as const

const options = choices.map(({ ms, label }) => ({ value: String(ms), label }))

interface Props {
  conversation: Conversation
  patienceMs: number
}

/** How long the user may pause before the turn counts as finished. */
export function PatienceField({ conversation, patienceMs }: Props) {
  return (
    <Select
      name="patience"
      label="The agent answers"
      options={options}
      value={String(patienceMs)}
      onChange={(value) => {
        conversation.setPatience(Number(value))
        keepPreferences({ patienceMs: Number(value) })
      }}
    />
  )
}
