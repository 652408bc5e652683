// Comes before the server of a test run, whose many people all need a password.
import { hashCheaply } from '#server/domain/password-hash.ts'

hashCheaply()
