import { useRef, type ChangeEvent } from 'react'
import { saveBrandedApp, uploadBrandedAppLogo } from '#contract/branded-app-settings.ts'
import { imageLimits } from '#contract/images.ts'
import { ApiError } from '#web/api-error.ts'
import { useCall } from '#web/api.ts'
import { AppIcon } from '#web/parts/branded-app/app-icon.tsx'
import { appFailures, appSuccesses } from '#web/parts/branded-app/toasts.ts'
import { failures, showFailure } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { Scope } from '../scope.ts'
import { appReadings, type Settings } from './draft.ts'

const types = ['image/jpeg', 'image/png']

interface Props {
  settings: Settings
  /** As chosen, saved or not. */
  primaryColor: string
  scope: Scope
}

/** The logo of the app: chosen, replaced, removed; in force at once (D137, D151). */
export function LogoSetting({ settings, primaryColor, scope }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const upload = useCall(uploadBrandedAppLogo, {
    changes: appReadings,
    done: () => showToast(appSuccesses.logoSaved),
    refused: (error) => showFailure(failureOf(error), error),
  })
  const remove = useCall(saveBrandedApp, {
    failed: appFailures.removeLogo,
    changes: appReadings,
    done: () => {
      // The pressed button goes away with the logo.
      button.current?.focus()
      showToast(appSuccesses.logoRemoved)
    },
  })

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [image] = event.target.files ?? []
    // The same file can be chosen again.
    event.target.value = ''
    if (!image) return
    if (image.size > imageLimits.maxBytes) return showFailure(failures.photoTooLarge)
    if (!types.includes(image.type)) return showFailure(failures.photoType)
    upload.mutate({ query: scope, body: { image } })
  }

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
      <AppIcon app={{ ...settings, logoUrl: settings.shownLogoUrl, primaryColor }} />
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept={types.join()}
            aria-label="Logo"
            tabIndex={-1}
            disabled={upload.isPending}
            onChange={choose}
            className="sr-only"
          />
          <Button
            ref={button}
            variant="secondary"
            pending={upload.isPending}
            pendingText="Uploading…"
            onClick={() => input.current?.click()}
          >
            {settings.logoUrl ? 'Change Logo' : 'Upload Logo'}
          </Button>
          {settings.logoUrl && (
            <Button
              variant="secondary"
              pending={remove.isPending}
              pendingText="Removing…"
              onClick={() => void remove.submit({ query: scope, body: { logoUrl: null } })}
            >
              Remove Logo
            </Button>
          )}
        </div>
        <p className="text-sm text-muted">{hintOf(settings)}</p>
      </div>
    </div>
  )
}

function hintOf({ logoUrl, shownLogoUrl }: Settings): string {
  const rule = 'JPG, JPEG or PNG, up to 5 MB. A logo is in use as soon as it is uploaded.'
  if (logoUrl) return rule
  return `${rule} ${shownLogoUrl ? 'Until then your organization’s logo is shown.' : 'Until then your initial is shown.'}`
}

/** The titles that the error catalogue has for what is wrong with a file. */
function failureOf(error: unknown) {
  if (!(error instanceof ApiError)) return appFailures.logo
  if (error.status === 413) return failures.photoTooLarge
  return error.code === 'wrong_image_type' ? failures.photoType : appFailures.logo
}
