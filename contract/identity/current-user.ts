import { call } from '../call.ts'
import { me } from './people.ts'

export const currentUser = call('GET /api/auth/user', {
  who: 'person',
  summary: 'Returns the signed-in person with the current balance; 401 when signed out.',
  answer: me,
})

const signOutAgain = 'Failed to log out. Please try again.'

export const logout = call('POST /api/auth/logout', {
  who: 'anyone',
  summary: 'Signs out; 200 even without a session (D17).',
  failed: ['Logout failed', signOutAgain, signOutAgain],
})
