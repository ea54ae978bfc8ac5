import type { UserInfo } from '../../data/store/userInfo.ts'

/**
 * What stands between a stolen password and the account, in the order in which it is best turned
 * on.
 */
export const PROTECTIONS = ['factor', 'authenticator', 'passkey'] as const
export type Protection = (typeof PROTECTIONS)[number]

/** Ids of the sections of the page that turn them on. */
export const SECTIONS: Readonly<Record<Protection, string>> = {
  factor: 'second-factors',
  authenticator: 'second-factors',
  passkey: 'passkeys',
}

/**
 * The protections that are not on. A code of an app counts beside a code that is sent: who reads
 * the mail does not have it.
 */
export function missingProtections({
  secondFactors,
  passkeys,
}: Pick<UserInfo, 'secondFactors'> & { readonly passkeys: number }): readonly Protection[] {
  const isOn: Readonly<Record<Protection, boolean>> = {
    factor: secondFactors.length > 0,
    authenticator: secondFactors.includes('google'),
    passkey: passkeys > 0,
  }
  return PROTECTIONS.filter((protection) => !isOn[protection])
}
