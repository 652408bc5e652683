import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TextField } from '#web/kit/fields/text-field.tsx'

/** Time to finish typing, so that the 5 of 50 is not saved. */
const typingMs = 600

interface Props {
  name: string
  label: string
  /** States what is allowed when the input is not. */
  wrong: string
  value: number
  min: number
  max: number
  /** Resolves to whether the change was saved; if not, the old value returns. */
  onSave: (value: number) => Promise<boolean>
}

/** A whole number that is saved as it is typed; a value out of range is never sent (S192). */
export function NumberSetting({ name, label, wrong, value, min, max, onSave }: Props) {
  const [text, setText] = useState(String(value))
  const [known, setKnown] = useState(value)
  const [isLeft, setLeft] = useState(true)
  const sent = useRef<number | null>(null)
  if (value !== known) {
    setKnown(value)
    // Anything typed since then is newer than what was just saved.
    if (text === String(known)) setText(String(value))
  }
  const typed = readWhole(text, min, max)
  const isNew = typed !== null && typed !== value

  async function save() {
    if (!isNew || sent.current === typed) return
    sent.current = typed
    const isTaken = await onSave(typed)
    if (sent.current === typed) sent.current = null
    if (!isTaken) setText((now) => (readWhole(now, min, max) === typed ? String(value) : now))
  }

  const saveTyped = useEffectEvent(() => void save())
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => saveTyped(), typingMs)
    return () => clearTimeout(timer)
  }, [typed])

  const isWrong = typed === null && text !== String(value) && (text !== '' || isLeft)
  return (
    <TextField
      name={name}
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      error={isWrong ? wrong : undefined}
      onChange={(event) => setText(event.target.value)}
      onFocus={() => setLeft(false)}
      onBlur={() => {
        setLeft(true)
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save()
      }}
    />
  )
}

function readWhole(text: string, min: number, max: number): number | null {
  if (!/^\s*\d{1,6}\s*$/.test(text)) return null
  const number = Number(text)
  return number >= min && number <= max ? number : null
}
