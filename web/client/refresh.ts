import { readAgain } from './query-client.ts'

/** Older names of reading again what is on the screen. */
export {
  readAgain as refreshAfterPayment,
  readAgain as refreshMinutes,
  readAgain as refreshSubscription,
  readAgain as refreshPaymentSettings,
  readAgain as refreshMessages,
  readAgain as refreshAutoPurchase,
  readAgain as refreshOrganization,
  readAgain as refreshOrganizationBilling,
}
