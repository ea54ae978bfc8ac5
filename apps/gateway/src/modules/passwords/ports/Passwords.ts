export { assertAcceptablePassword } from '../passwordPolicy.ts'
export type { Passwords } from '../passwords.ts'
