import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { imageErrors, imageLimits } from '#contract/images/images.ts'
import { defaultPrimaryColor } from '#contract/organizations/app/brand-colors.ts'
import { registerOrganizationVariant, uploadRegistrationLogo } from '#contract/organizations/registration.ts'
import { failureOf, send } from '#web/client/api.ts'
import { showFailure } from '#web/client/failure.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { PictureButtons } from '#web/client/pictures/picture-buttons.tsx'
import { Card } from '#web/kit/card.tsx'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'
import { ColorField } from '../brand/color-field.tsx'
import { registrationInput } from '../checkout/checkout-link.ts'
import { calculatorLimits as limits, firstChoice, useArrivedChoice } from '../prices/choice.ts'
import { contactSections, RegisterPage, useOrder } from './register-page.tsx'

/** The initial choice of this form (S355, S679, D99). */
const start = { ...firstChoice, minutePackage: 'expansion' } as const

/** /organization-register and -simple: package and branding on one page (S335, S355, S357, S461, D98, D99). */
export default function Variant() {
  const { choice, change } = useArrivedChoice(start, limits)
  const { form, goOn } = useOrder(choice)
  const logo = useLogo()
  return (
    <RegisterPage choice={choice} change={{ onChange: change, limits }}>
      <Card title="Organization Details">
        <CallForm
          call={registerOrganizationVariant}
          {...form}
          sections={[...contactSections, { fields: ['primaryColor', 'welcomeMessage'] }]}
          slots={{
            primaryColor: (
              <>
                <LogoField logo={logo} />
                <ColorField name="primaryColor" label="Primary color" defaultValue={defaultPrimaryColor} />
              </>
            ),
          }}
          keepAs={registrationInput}
          done={async (stored, { body }) => {
            const image = stored.id ? await logo.judged() : null
            goOn(stored, body, image && (await keepLogo(stored.id, image)))
          }}
        />
        <div className="mt-4">
          <TermsNote />
        </div>
      </Card>
    </RegisterPage>
  )
}

/**
 * A registration is complete without its logo, so a failed upload stops nobody. Resolves to what reports it, or to
 * null.
 */
async function keepLogo(id: string, image: File): Promise<(() => void) | null> {
  try {
    await send(uploadRegistrationLogo, { params: { id }, body: { image } })
    return null
  } catch (error) {
    const failure = failureOf(uploadRegistrationLogo)
    return () => failure && showFailure(failure, error)
  }
}

/** Lets people choose, see and remove the organization's logo (S461). */
function LogoField({ logo }: { logo: Logo }) {
  const button = useRef<HTMLButtonElement>(null)

  function remove() {
    // The pressed button disappears with the logo.
    button.current?.focus()
    logo.choose(null)
  }

  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">Logo (optional)</p>
      <div className="flex flex-wrap items-center gap-4">
        <div className="flex size-20 items-center justify-center overflow-hidden rounded-card border border-line bg-sunken">
          {logo.preview ? (
            <img src={logo.preview} alt="Your logo" className="size-full object-contain" />
          ) : (
            <ImageUp aria-hidden className="size-6 text-muted" />
          )}
        </div>
        <div className="flex flex-col gap-2">
          <PictureButtons
            name="Logo"
            field="logoUpload"
            isThere={logo.preview !== null}
            onChoose={logo.choose}
            onRemove={remove}
            hint="JPG, JPEG or PNG, up to 5 MB"
            button={button}
          />
        </div>
      </div>
    </div>
  )
}

interface Logo {
  /** The address of the chosen picture in this browser. */
  preview: string | null
  choose: (file: File | null) => void
  /** Resolves to the last choice once it has been checked. */
  judged: () => Promise<File | null>
}

/** Returns the chosen logo; one that the server would refuse is refused right away (D151). */
function useLogo(): Logo {
  const [preview, setPreview] = useState<string | null>(null)
  // Releases the address of a picture that is no longer shown.
  useEffect(() => (preview ? () => URL.revokeObjectURL(preview) : undefined), [preview])

  // The form may be sent while a picture is still being checked.
  const last = useRef<Promise<File | null>>(Promise.resolve(null))
  async function judge(file: File | null, before: Promise<File | null>): Promise<File | null> {
    const fault = file && (await faultOf(file))
    if (fault) {
      showFailure({ title: 'Failed to upload image', text: fault })
      return before
    }
    setPreview(file && URL.createObjectURL(file))
    return file
  }
  return {
    preview,
    choose: (file) => (last.current = judge(file, last.current)),
    judged: () => last.current,
  }
}

async function faultOf(file: File): Promise<string | null> {
  try {
    const { width, height } = await createImageBitmap(file)
    return Math.max(width, height) > imageLimits.maxSidePixels ? imageErrors.image_too_wide[1] : null
  } catch {
    return imageErrors.broken_image[1]
  }
}
