/** Refusals that calls of several areas declare. */
export const user_not_found = [404, 'This user does not exist.'] as const
export const organization_not_found = [404, 'This organization does not exist.'] as const
export const payment_not_found = [404, 'This payment does not exist.'] as const
export const agent_not_found = [404, 'This agent does not exist or is no longer available.'] as const
export const session_not_found = [404, 'This conversation does not exist.'] as const
export const too_many_attempts = [429, 'Too many attempts. Please try again later.'] as const
export const wrong_password = [400, 'This is not your current password.'] as const
export const busy = [503, 'Please try again in a few seconds.'] as const
export const common_password = [400, 'Please choose a less common password.'] as const
