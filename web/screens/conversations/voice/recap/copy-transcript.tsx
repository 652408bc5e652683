import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { showFailure } from '#web/client/failure.ts'
import { Button } from '#web/kit/button.tsx'
import type { TranscriptLine } from '#web/voice/transcript.ts'
import { conversationFailures } from '../../toasts.ts'

interface Props {
  lines: readonly TranscriptLine[]
  agentName: string
}

/** Copies what was said, a line for each turn. */
export function CopyTranscript({ lines, agentName }: Props) {
  const [copied, setCopied] = useState<readonly TranscriptLine[] | null>(null)
  const isCopied = copied === lines

  async function copy() {
    const text = lines.map((line) => `${line.role === 'user' ? 'You' : agentName}: ${line.text}\n`).join('')
    try {
      await navigator.clipboard.writeText(text)
      setCopied(lines)
    } catch {
      showFailure(conversationFailures.copyTranscript)
    }
  }

  return (
    <Button
      variant="ghost"
      icon={isCopied ? <Check aria-hidden className="size-4 text-success" /> : <Copy aria-hidden className="size-4" />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
    </Button>
  )
}
