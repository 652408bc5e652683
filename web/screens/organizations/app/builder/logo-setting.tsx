import { useRef } from 'react'
import { saveBrandedApp, uploadBrandedAppLogo } from '#contract/organizations/app/branded-app-settings.ts'
import { useCall } from '#web/client/api.ts'
import { AppIcon } from '#web/screens/organizations/app/app-icon.tsx'
import { appFailures, appSuccesses } from '#web/screens/organizations/app/toasts.ts'
import { PictureButtons } from '#web/client/pictures/picture-buttons.tsx'
import { pictureFailure } from '#web/client/pictures/picture-failure.ts'
import { showWriteFailure } from '#web/client/failure.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { Scope } from '#web/screens/organizations/scope.ts'
import { type Settings } from './draft.ts'

interface Props {
  settings: Settings
  /** The chosen color, saved or not. */
  primaryColor: string
  scope: Scope
}

/** The app's logo: chosen, replaced or removed, effective right away (D137, D151). */
export function LogoSetting({ settings, primaryColor, scope }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const upload = useCall(uploadBrandedAppLogo, {
    done: () => showToast(appSuccesses.logoSaved),
    refused: (error) => showWriteFailure(pictureFailure(error, appFailures.logo), error),
  })
  const remove = useCall(saveBrandedApp, {
    failed: appFailures.removeLogo,
    done: () => {
      // The pressed button disappears with the logo.
      button.current?.focus()
      showToast(appSuccesses.logoRemoved)
    },
  })

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
      <AppIcon app={{ ...settings, logoUrl: settings.shownLogoUrl, primaryColor }} />
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-2">
        <PictureButtons
          name="Logo"
          isThere={settings.logoUrl !== null}
          isUploading={upload.isPending}
          isRemoving={remove.isPending}
          onChoose={(image) => upload.mutate({ query: scope, body: { image } })}
          onRemove={() => void remove.submit({ query: scope, body: { logoUrl: null } })}
          hint={hintOf(settings)}
          button={button}
        />
      </div>
    </div>
  )
}

function hintOf({ logoUrl, shownLogoUrl }: Settings): string {
  const rule = 'JPG, JPEG or PNG, up to 5 MB. Your logo takes effect as soon as you upload it.'
  if (logoUrl) return rule
  return `${rule} ${shownLogoUrl ? "Until then, we show your organization's logo." : 'Until then, we show your initial.'}`
}
