import { Copy, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { downloadText } from '#web/kit/download-text.ts'
import { showFailure } from '#web/client/failure.ts'
import { twoFactorFailures, twoFactorSuccesses } from '#web/screens/identity/two-factor-toasts.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'

interface Props {
  codes: string[]
  /** Whether the user tried to close the dialog before confirming that the codes are saved. */
  isLeaving: boolean
  onSaved: () => void
}

/** The recovery codes, shown this one time (D27). */
export function RecoveryCodes({ codes, isLeaving, onSaved }: Props) {
  const list = useRef<HTMLUListElement>(null)
  // The focus was in the form that this replaces.
  useEffect(() => list.current?.focus(), [])
  const text = `${codes.join('\n')}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showToast(twoFactorSuccesses.codesCopied)
    } catch {
      showFailure(twoFactorFailures.copyCodes)
    }
  }

  return (
    <div className="flex flex-col gap-4 pb-2">
      <p>
        If you lose your phone, each of these codes signs you in once. You won't see them again, so keep them somewhere
        you can reach without your phone.
      </p>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fit,minmax(10.25rem,1fr))] gap-x-4 gap-y-1.5 rounded-card bg-sunken p-4 font-mono outline-none"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" icon={<Copy aria-hidden className="size-4" />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          variant="secondary"
          icon={<Download aria-hidden className="size-4" />}
          onClick={() => downloadText(text, 'luna-recovery-codes.txt', 'text/plain')}
        >
          Download
        </Button>
      </div>
      {isLeaving && (
        <Banner tone="warning" announce>
          Please save your codes first. You won't be able to see them again.
        </Banner>
      )}
      <Button wide onClick={onSaved}>
        I Saved Them
      </Button>
    </div>
  )
}
