import { customer, customerTimeline, organizationCustomer, organizationTimeline } from '#contract/admin/customers.ts'

/** The calls whose answers an act on a customer changes. */
export const customerReadings = [customer, customerTimeline, organizationCustomer, organizationTimeline] as const
