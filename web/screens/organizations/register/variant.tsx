import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { imageLimits } from '#contract/images/images.ts'
import { defaultPrimaryColor } from '#contract/organizations/app/brand-colors.ts'
import { registrationLimits, uploadRegistrationLogo, variantForm } from '#contract/organizations/registration.ts'
import { send } from '#web/client/api.ts'
import { registrationInput } from '#web/screens/organizations/checkout/checkout-link.ts'
import { calculatorLimits as limits, firstChoice } from '#web/screens/organizations/prices/choice.ts'
import { ColorField } from '#web/screens/organizations/brand/color-field.tsx'
import { useArrivedChoice } from '#web/screens/organizations/prices/use-choice.ts'
import { showFailure, type Failure } from '#web/client/failure.ts'
import { failures } from '#web/client/toasts.ts'
import { registrationFailures } from './toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { Form } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { ContactFields, ContinueToPayment } from './contact-fields.tsx'
import { RegisterPage } from './register-page.tsx'
import { useVariantRegistration, type Loss } from './use-registration.ts'

/** The initial choice of this form (S355, S679, D99). */
const start = { ...firstChoice, minutePackage: 'expansion' } as const

/** /organization-register and -simple: package and branding on one page (S335, S355, S357, S461, D98, D99). */
export default function Variant() {
  const { choice, change } = useArrivedChoice(start, limits)
  const logo = useLogo()
  const register = useVariantRegistration(choice, async (id) => {
    const image = await logo.judged()
    return image ? keepLogo(id, image) : null
  })
  return (
    <RegisterPage choice={choice} change={{ onChange: change, limits }}>
      <Card title="Organization Details">
        <Form schema={variantForm} keepAs={registrationInput} onSubmit={register} className="flex flex-col gap-4">
          <ContactFields />
          <LogoField logo={logo} />
          <ColorField name="primaryColor" label="Primary color" defaultValue={defaultPrimaryColor} />
          <TextArea
            name="welcomeMessage"
            label="Welcome message (optional)"
            help="The first thing your people read."
            rows={3}
            maxLength={registrationLimits.welcome}
          />
          <ContinueToPayment />
        </Form>
      </Card>
    </RegisterPage>
  )
}

/** A registration is complete without its logo, so a failed upload is reported but stops nobody. */
async function keepLogo(id: string, image: File): Promise<Loss | null> {
  try {
    await send(uploadRegistrationLogo, { params: { id }, body: { image } })
    return null
  } catch (error) {
    return () => showFailure(registrationFailures.registrationLogo, error)
  }
}

/** Lets people choose, see and remove the organization's logo (S461). */
function LogoField({ logo }: { logo: Logo }) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    // Lets the same file be chosen again.
    event.target.value = ''
    if (file) logo.choose(file)
  }

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
          <div className="flex flex-wrap gap-2">
            <input
              ref={input}
              type="file"
              name="logoUpload"
              accept={logoTypes.join()}
              aria-label="Logo"
              tabIndex={-1}
              onChange={choose}
              className="sr-only"
            />
            <Button ref={button} variant="secondary" onClick={() => input.current?.click()}>
              {logo.file ? 'Change Logo' : 'Upload Logo'}
            </Button>
            {logo.file && (
              <Button variant="secondary" onClick={remove}>
                Remove Logo
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">JPG, JPEG or PNG, up to 5 MB</p>
        </div>
      </div>
    </div>
  )
}

const logoTypes = ['image/jpeg', 'image/png']

interface Logo {
  file: File | null
  /** The address of the chosen picture in this browser. */
  preview: string | null
  choose: (file: File | null) => void
  /** Resolves to the last choice once it has been checked. */
  judged: () => Promise<File | null>
}

/** Returns the chosen logo; one that the server would refuse is refused right away (D151). */
function useLogo(): Logo {
  const [chosen, setChosen] = useState<{ file: File; preview: string } | null>(null)
  // Releases the address of a picture that is no longer shown.
  useEffect(() => (chosen ? () => URL.revokeObjectURL(chosen.preview) : undefined), [chosen])

  // The form may be sent while a picture is still being checked.
  const last = useRef<Promise<File | null>>(Promise.resolve(null))
  async function judge(file: File | null, before: Promise<File | null>): Promise<File | null> {
    const fault = file && (await faultOf(file))
    if (fault) {
      showFailure(fault)
      return before
    }
    setChosen(file && { file, preview: URL.createObjectURL(file) })
    return file
  }
  return {
    file: chosen?.file ?? null,
    preview: chosen?.preview ?? null,
    choose: (file) => (last.current = judge(file, last.current)),
    judged: () => last.current,
  }
}

async function faultOf(file: File): Promise<Failure | null> {
  if (file.size > imageLimits.maxBytes) return failures.photoTooLarge
  if (!logoTypes.includes(file.type)) return failures.photoType
  try {
    const { width, height } = await createImageBitmap(file)
    return Math.max(width, height) > imageLimits.maxSidePixels ? registrationFailures.wideImage : null
  } catch {
    return registrationFailures.brokenImage
  }
}
