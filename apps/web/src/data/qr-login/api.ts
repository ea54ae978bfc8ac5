import type { QrCode, QrRequester, QrStatus } from '@x/api'
import { call } from '../services/call.ts'

export type { QrCode, QrStatus }

/** The browser that asks to be logged in. Gateways of an earlier version leave some fields out. */
export type QrAsker = Pick<QrRequester, 'userAgent' | 'createdAt'> & Partial<QrRequester>

type Secret = Pick<QrCode, 'serialNO' | 'token'>
const SILENT = { silent: true } as const

/** Creates a code that another device may scan. */
export const createQrCode = () => call('POST /v1/user/qr/create', undefined, SILENT)

/** How far the log-in by a code has come. */
export const readQrStatus = (
  { serialNO, token }: Secret,
  { signal }: { readonly signal: AbortSignal },
) => call('POST /v1/user/qr/getQrKeyStatus', { serialNO, token }, { silent: true, signal })

/** Logs in with a code that was confirmed. */
export const logInByQrCode = ({ serialNO, token }: Secret) =>
  call('POST /v1/user/qr/verifySystemLogin', { serialNO, token }, SILENT)

/** Binds a scanned code to this user and shows which browser asks. */
export const scanQrCode = (serialNO: string) => call('POST /v1/user/qr/scan', { serialNO }, SILENT)

/** Allows or refuses the browser that asks. */
export const decideQrLogin = (decision: {
  readonly serialNO: string
  readonly isAllowed: boolean
  readonly verifyToken?: string
}) => call('POST /v1/user/qr/decide', decision, SILENT)
