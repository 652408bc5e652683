import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { showFailure } from '#web/client/failure.ts'
import { failures } from '#web/client/toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { FilterPills } from '#web/kit/fields/filter-pills.tsx'
import { type Language, languages } from './examples.ts'

interface Props {
  /** For screen readers. */
  label: string
  code: string
  language: Language
  onLanguage: (language: Language) => void
}

const options = languages.map((value) => ({ value, label: value }))

/** Code in a box of its own, which scrolls alone, with a choice of language and a button that copies it. */
export function CodeExample({ label, code, language, onLanguage }: Props) {
  const [copied, setCopied] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(code)
    } catch {
      showFailure(failures.copyExample)
    }
  }
  const isCopied = copied === code
  return (
    <div className="night-room overflow-hidden rounded-card xl:sticky xl:top-20">
      <div className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
        <FilterPills label="Language of the examples" options={options} value={language} onChange={onLanguage} />
        <Button
          variant="ghost"
          size="dense"
          icon={isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
        tabIndex={0}
        role="group"
        aria-label={label}
        className="max-h-96 overflow-auto px-4 pt-1 pb-4 font-mono text-sm"
      >
        <code>{code}</code>
      </pre>
    </div>
  )
}
