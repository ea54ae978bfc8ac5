import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { AreaCode, LoginResult } from './login.ts'
import { nullable, oneOf, requiredText, Timestamp, type ValueOf } from './schema.ts'
import { verifyToken } from './security.ts'

const write = { method: 'POST', access: 'private', signing: '2' } as const
const encryptedWrite = { ...write, encrypted: true } as const
const read = { method: 'GET', access: 'private', signing: '1' } as const
const anonymous = { method: 'POST', access: 'public', signing: 'none', encrypted: true } as const
const code = Type.Optional(requiredText(12))
const changeId = Type.String({ pattern: '^[0-9]{1,16}$' })

/** What of an account can be lost: a way to prove who one is. */
export const LostProof = oneOf(['google', 'passkey', 'email', 'mobile'])
export type LostProof = ValueOf<typeof LostProof>

/** A change that waits 72 hours, because what would confirm it was lost. */
export const WaitingChange = Type.Object({
  changeId: Type.String(),
  lost: LostProof,
  askedAt: Timestamp,
  effectiveAt: Timestamp,
  target: nullable(Type.String()),
})
/** A change that waits 72 hours; `target` is the new address, masked, if there is one. */
export type WaitingChange = ValueOf<typeof WaitingChange>

const newAddress = {
  newEmail: Type.Optional(requiredText(254)),
  newAreaCode: Type.Optional(AreaCode),
  newMobile: Type.Optional(requiredText(32)),
  newCode: code,
}

/** Addresses, lost proofs, devices and the end of an account (products 7). */
export const accountLife = {
  changeAddress: endpoint({
    ...encryptedWrite,
    path: '/v1/user/security/address/change',
    summary:
      'Sets the e-mail address or the mobile number with a step-up token for `address` and a ' +
      'code of the scene `newAddress`; ends all other sessions and holds withdrawals for a day.',
    roles: ['trader'],
    request: Type.Object({
      email: Type.Optional(requiredText(254)),
      emailCode: code,
      areaCode: Type.Optional(AreaCode),
      mobile: Type.Optional(requiredText(32)),
      mobileCode: code,
      verifyToken,
    }),
    response: LoginResult,
    errors: ['00005', '40102'],
  }),
  askRecovery: endpoint({
    ...anonymous,
    path: '/v1/user/recovery/ask',
    summary:
      'Asks to remove a lost proof or to replace a lost address: takes effect after 72 hours ' +
      'unless it is stopped; reported to every address.',
    request: Type.Object({
      loginName: requiredText(254),
      pwd: requiredText(256),
      areaCode: Type.Optional(AreaCode),
      bizId: Type.Optional(requiredText(64)),
      lost: LostProof,
      emailCode: code,
      mobileCode: code,
      ...newAddress,
    }),
    response: WaitingChange,
    errors: ['00004', '40101', '40102', '40103'],
  }),
  stopRecovery: endpoint({
    ...anonymous,
    path: '/v1/user/recovery/stop',
    summary: 'Stops a change that waits, with the token of the mail about it.',
    request: Type.Object({ token: requiredText(64) }),
    response: Type.Null(),
    errors: ['40102'],
  }),
  recoveries: endpoint({
    ...read,
    path: '/v1/user/recovery/list',
    summary: 'The changes of the account that wait.',
    response: Type.Array(WaitingChange),
    errors: [],
  }),
  cancelRecovery: endpoint({
    ...write,
    path: '/v1/user/recovery/cancel',
    summary: 'Stops a change that waits.',
    request: Type.Object({ changeId }),
    response: Type.Null(),
    errors: ['40401'],
  }),
  renameDevice: endpoint({
    ...write,
    path: '/v1/user/security/devices/rename',
    summary: 'Names the device of a session; an empty name removes it.',
    request: Type.Object({
      sessionId: Type.String({ pattern: '^[0-9a-f]{32}$' }),
      name: Type.String({ maxLength: 40 }),
    }),
    response: Type.Null(),
    errors: ['40401'],
  }),
  trustDevice: endpoint({
    ...encryptedWrite,
    path: '/v1/user/security/devices/trust',
    summary:
      'Trusts the device of this session with a step-up token for `device`: its log-ins are no ' +
      'longer reported as new.',
    request: Type.Object({ verifyToken }),
    response: Type.Null(),
    errors: ['00005'],
  }),
  distrustDevice: endpoint({
    ...write,
    path: '/v1/user/security/devices/distrust',
    summary: 'Takes the trust from the device of a session.',
    request: Type.Object({ sessionId: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: Type.Null(),
    errors: ['40401'],
  }),
  close: endpoint({
    ...encryptedWrite,
    path: '/v1/user/account/close',
    summary:
      'Closes the account for good with a step-up token for `closeAccount`; it and its ' +
      'sub-accounts must be empty and without open orders.',
    roles: ['trader'],
    request: Type.Object({ verifyToken }),
    response: Type.Null(),
    errors: ['00005', '40214'],
  }),
} as const
