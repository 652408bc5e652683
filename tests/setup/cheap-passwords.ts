// Comes before the server of a test run, whose many people all need a password.
import { hashCheaply } from '#server/identity/sign-in/password-hash.ts'

hashCheaply()
