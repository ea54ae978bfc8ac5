import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { LoginResult } from './login.ts'
import { nullable, oneOf, requiredText, Timestamp, type ValueOf } from './schema.ts'

/** The state of a log-in by QR code. */
export const QrStatus = oneOf(['new', 'scanned', 'confirmed', 'refused', 'expired'])
export type QrStatus = ValueOf<typeof QrStatus>

/** A QR code to show, and the secret of the browser that shows it. */
export const QrCode = Type.Object({
  serialNO: Type.String(),
  token: Type.String(),
  expiresIn: Type.Integer({ minimum: 0, description: 'Seconds.' }),
})
/** A QR code to show: `serialNO` is in the picture, `token` stays in the browser. */
export type QrCode = ValueOf<typeof QrCode>

/** The browser that asks to be logged in. */
export const QrRequester = Type.Object({
  userAgent: nullable(Type.String()),
  address: Type.String(),
  country: nullable(Type.String()),
  createdAt: Timestamp,
  needsStepUp: Type.Boolean(),
})
/**
 * The browser that asks to be logged in: its address is masked, its country an ISO 3166 code;
 * `needsStepUp` says whether the decision takes a step-up token for `qrLogin`.
 */
export type QrRequester = ValueOf<typeof QrRequester>

const serial = requiredText(64)
const asking = {
  method: 'POST',
  access: 'public',
  signing: 'none',
  encrypted: true,
  request: Type.Object({ serialNO: serial, token: serial }),
} as const
const deciding = { method: 'POST', access: 'private', signing: '2', encrypted: true } as const

/** Log-in by QR code: one browser shows the code, a logged-in device scans it and decides. */
export const qrLogin = {
  create: endpoint({
    method: 'POST',
    path: '/v1/user/qr/create',
    summary: 'Creates a QR code that lives for two minutes.',
    access: 'public',
    signing: 'none',
    response: QrCode,
    errors: [],
  }),
  status: endpoint({
    ...asking,
    path: '/v1/user/qr/getQrKeyStatus',
    summary: 'The state of the log-in.',
    response: Type.Object({ status: QrStatus }),
    errors: [],
  }),
  enter: endpoint({
    ...asking,
    path: '/v1/user/qr/verifySystemLogin',
    summary: 'Logs in with a code that was confirmed, once.',
    response: LoginResult,
    errors: ['00004', '40102'],
  }),
  scan: endpoint({
    ...deciding,
    path: '/v1/user/qr/scan',
    summary: 'Shows the device that scanned the code which browser asks, and from where.',
    request: Type.Object({ serialNO: serial }),
    response: QrRequester,
    errors: ['40102'],
  }),
  decide: endpoint({
    ...deciding,
    path: '/v1/user/qr/decide',
    summary: 'Allows or refuses the browser; may take a step-up token for `qrLogin`.',
    request: Type.Object({
      serialNO: serial,
      isAllowed: Type.Boolean(),
      verifyToken: Type.Optional(serial),
    }),
    response: Type.Null(),
    errors: ['00005', '40102'],
  }),
} as const
