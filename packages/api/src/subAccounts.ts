import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { LoginResult } from './login.ts'
import {
  DecimalString,
  nullable,
  oneOf,
  requiredText,
  Timestamp,
  UserId,
  type ValueOf,
} from './schema.ts'
import { verifyToken } from './security.ts'

/** What a sub-account may do (products 7). */
export const AccountRights = oneOf(['full', 'trade', 'view'])
/** `full` trades and moves funds to the main account, `trade` trades, `view` reads. */
export type AccountRights = ValueOf<typeof AccountRights>

/** A sub-account of the user. */
export const SubAccount = Type.Object({
  userId: UserId,
  label: Type.String(),
  createdAt: Timestamp,
  rights: AccountRights,
  mayUseKeys: Type.Boolean(),
  isFrozen: Type.Boolean(),
  email: nullable(Type.String()),
})
/**
 * A sub-account of the user. `email` is the masked name of its own log-in, `null` without one; its
 * own API keys need `mayUseKeys` and the rights `full`.
 */
export type SubAccount = ValueOf<typeof SubAccount>

/** What a sub-account holds in the live realm, spot account and all others together. */
export const SubAccountFunds = Type.Object({
  userId: UserId,
  assets: Type.Array(Type.Object({ asset: Type.String(), total: DecimalString })),
})
export type SubAccountFunds = ValueOf<typeof SubAccountFunds>

/** Whatever is no id is the id of nobody. */
const AccountId = Type.String({ maxLength: 20 })
const write = { method: 'POST', access: 'private', signing: '2' } as const
const read = { method: 'GET', access: 'private', signing: '1' } as const
const encryptedWrite = { ...write, encrypted: true } as const
const ofMain = { roles: ['trader'], errors: ['00005', '40401'] } as const

const SwitchRequest = Type.Object({ userId: Type.Optional(Type.String({ maxLength: 20 })) })
const switchTo = { ...encryptedWrite, request: SwitchRequest, response: LoginResult } as const
const switchErrors = ['00004', '40401'] as const

/** Realms and sub-accounts of one customer; every switch replaces the session. */
export const subAccounts = {
  switchTradeDemo: endpoint({
    ...switchTo,
    path: '/v1/user/sub-account/switchTradeDemo',
    summary: 'Switches to the paper realm, or to another account there.',
    errors: switchErrors,
  }),
  switchLoginDemo: endpoint({
    ...switchTo,
    path: '/v1/user/sub-account/switchLoginDemo',
    summary: 'Switches to the paper realm, or to another account there.',
    errors: switchErrors,
  }),
  switLogin: endpoint({
    ...switchTo,
    path: '/v1/user/sub-account/switLogin',
    summary: 'Switches to the live realm, or to another account there.',
    errors: switchErrors,
  }),
  switchWeb: endpoint({
    ...switchTo,
    path: '/v1/user/sub-account/switchWeb',
    summary: 'Switches to the live realm, or to another account there.',
    errors: switchErrors,
  }),
  switchApp: endpoint({
    ...switchTo,
    path: '/v1/user/sub-account/switchApp',
    summary: 'Switches to the live realm, or to another account there.',
    errors: switchErrors,
  }),
  create: endpoint({
    ...encryptedWrite,
    path: '/v1/user/sub-account/create',
    summary: 'Creates a sub-account; takes a step-up token for `subAccount`.',
    roles: ['trader'],
    request: Type.Object({ label: requiredText(40), verifyToken }),
    response: Type.Object({ userId: UserId, label: Type.String() }),
    errors: ['00005'],
  }),
  list: endpoint({
    ...read,
    path: '/v1/user/sub-account/list',
    summary: 'The sub-accounts of the user.',
    roles: ['trader'],
    response: Type.Array(SubAccount),
    errors: [],
  }),
  rename: endpoint({
    ...encryptedWrite,
    ...ofMain,
    path: '/v1/user/sub-account/rename',
    summary: 'Renames a sub-account; takes a step-up token for `subAccount`.',
    request: Type.Object({ userId: AccountId, label: requiredText(40), verifyToken }),
    response: SubAccount,
  }),
  setRights: endpoint({
    ...encryptedWrite,
    ...ofMain,
    path: '/v1/user/sub-account/rights',
    summary:
      'Sets what a sub-account may do; its sessions end, and its API keys where it may have none.',
    request: Type.Object({
      userId: AccountId,
      rights: AccountRights,
      mayUseKeys: Type.Boolean(),
      verifyToken,
    }),
    response: SubAccount,
  }),
  freeze: endpoint({
    ...encryptedWrite,
    ...ofMain,
    path: '/v1/user/sub-account/freeze',
    summary: 'Freezes a sub-account: cancels its orders, ends its sessions, stops its API keys.',
    request: Type.Object({ userId: AccountId, verifyToken }),
    response: SubAccount,
  }),
  unfreeze: endpoint({
    ...encryptedWrite,
    ...ofMain,
    path: '/v1/user/sub-account/unfreeze',
    summary: 'Lets a frozen sub-account act again.',
    request: Type.Object({ userId: AccountId, verifyToken }),
    response: SubAccount,
  }),
  setLogin: endpoint({
    ...encryptedWrite,
    ...ofMain,
    path: '/v1/user/sub-account/login',
    summary:
      'Gives a sub-account a log-in of its own: an e-mail address, proved by a code of the scene ' +
      '`newAddress`, and a password. Its sessions end.',
    request: Type.Object({
      userId: AccountId,
      email: requiredText(254),
      emailCode: requiredText(12),
      pwd: requiredText(512),
      verifyToken,
    }),
    response: SubAccount,
    errors: ['00005', '40102', '40401'],
  }),
  funds: endpoint({
    ...read,
    path: '/v1/user/sub-account/funds',
    summary: 'What each sub-account holds in the live realm.',
    roles: ['trader'],
    response: Type.Array(SubAccountFunds),
    errors: [],
  }),
} as const
