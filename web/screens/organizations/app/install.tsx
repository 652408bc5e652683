import { Download, Share } from 'lucide-react'
import { isApplePhone, isInstalled, useInstallPrompt } from './install-prompt.ts'
import { bandButton } from './band.ts'

/** Offers to install the app, in browsers that can (D139). */
export function Install({ appName }: { appName: string }) {
  const install = useInstallPrompt()
  if (isInstalled()) return null
  if (install) {
    return (
      <button type="button" onClick={() => void install()} className={bandButton('quiet')}>
        <Download aria-hidden className="size-4" />
        Install App
      </button>
    )
  }
  if (!isApplePhone()) return null
  return (
    <p className="flex items-center gap-2">
      <Share aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0">To install {appName}, tap Share, then “Add to Home Screen”.</span>
    </p>
  )
}
