import { useImperativeHandle, useRef, useState, type Ref } from 'react'
import { documentLimits } from '#contract/agents/documents.ts'
import { formatCount } from '#contract/amounts.ts'
import { classes } from '#web/kit/classes.ts'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { useLeaveQuestion } from '#web/kit/fields/use-leave-question.ts'

interface Props {
  label: string
  defaultValue?: string
  placeholder?: string
  rows: number
}

/** Longer texts are not checked for spelling while typing, which would hold up every key. */
const longestChecked = 20_000

/**
 * A long text with a count of its characters. The field keeps its own value, and only the count renders at each key, so
 * that 300,000 characters can be corrected without a delay.
 */
export function CountedText({ defaultValue = '', ...area }: Props) {
  const count = useRef<(length: number) => void>(null)
  return (
    <TextArea
      {...area}
      name="text"
      defaultValue={defaultValue}
      spellCheck={defaultValue.length <= longestChecked}
      help={<Count start={defaultValue.length} ref={count} />}
      onChange={(text) => count.current?.(text.length)}
      required
    />
  )
}

interface CountProps {
  start: number
  /** Gets the function that shows another length. */
  ref: Ref<(length: number) => void>
}

function Count({ start, ref }: CountProps) {
  const [length, setLength] = useState(start)
  useImperativeHandle(ref, () => setLength, [])
  return (
    <span className={classes('tabular', length > documentLimits.text && 'text-danger')}>
      <span translate="no">{formatCount(length)}</span> of{' '}
      <span translate="no">{formatCount(documentLimits.text)}</span> characters
    </span>
  )
}

/**
 * For a dialog with a form: what was typed is not lost by closing it or leaving the page. `close` asks first when there
 * is something to lose.
 */
export function useUnsaved(leave: () => void) {
  const [isDirty, setDirty] = useState(false)
  useLeaveQuestion(isDirty)

  async function close(): Promise<void> {
    const question = {
      title: 'Discard your changes?',
      text: 'What you have typed is not saved yet.',
      confirm: 'Discard Changes',
      keep: 'Keep Editing',
    }
    if (!isDirty || (await ask(question))) leave()
  }

  return {
    /** To be called at each input. */
    note: () => setDirty(true),
    close: () => void close(),
  }
}
