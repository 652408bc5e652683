import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { showFailure } from '#web/client/failure.ts'
import { Button } from '#web/kit/button.tsx'

const notAllowed = { title: 'Error', text: "Your browser didn't allow copying. Select the text instead." }

/** Copies words to the clipboard and says so, until they change. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
    } catch {
      showFailure(notAllowed)
    }
  }

  return (
    <Button
      variant="ghost"
      size="dense"
      icon={isCopied ? <Check aria-hidden className="size-4 text-success" /> : <Copy aria-hidden className="size-4" />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </Button>
  )
}
