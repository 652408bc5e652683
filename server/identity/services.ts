import type * as kernel from '../kernel/services.ts'
import type { Welcome } from './users.ts'

/** What works with people. */
export interface Services extends kernel.Services {
  /** Gives newcomers what subjects above provide; main assembles it. */
  welcome: Welcome
}
