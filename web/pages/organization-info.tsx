import { useConfig } from '#web/config.ts'
import { OpenOrder } from '#web/parts/open-order.tsx'
import { OrganizationCalculator } from '#web/parts/organization-calculator.tsx'
import { OrganizationContact } from '#web/parts/organization-contact.tsx'
import { OrganizationEnterprise } from '#web/parts/organization-enterprise.tsx'
import { OrganizationFeatures } from '#web/parts/organization-features.tsx'
import { OrganizationHero } from '#web/parts/organization-hero.tsx'
import { OrganizationStart } from '#web/parts/organization-start.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'

/** /organization-info: what teams get, what it costs and whom to ask (S314, S339-S343). */
export default function OrganizationInfo() {
  const config = useConfig()
  const businessName = config?.businessName ?? 'Luna for Business'
  return (
    <>
      <PageTitle text={`${businessName} · Luna`} />
      <OpenOrder className="mx-auto w-full max-w-page px-4 py-4 sm:px-6" />
      <OrganizationHero businessName={businessName} />
      <OrganizationFeatures />
      <OrganizationStart />
      <OrganizationEnterprise />
      <OrganizationCalculator />
      <OrganizationContact config={config} />
    </>
  )
}
