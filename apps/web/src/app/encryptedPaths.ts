// Generated from packages/api by `npm run check -- apiDocuments`; do not edit.

/** Encrypted paths below `/v1/` that the specification does not list (wire 4). */
export const ENCRYPTED_PATHS = [
  'asset/book/add',
  'asset/book/remove',
  'asset/book/whitelist',
  'redpacket/create',
  'spot/withdraw/apply',
  'user/api/change',
  'user/api/create',
  'user/api/remove',
  'user/auth/login',
  'user/qr/decide',
  'user/qr/scan',
  'user/security/fido2/create',
  'user/security/fido2/remove',
  'user/security/secondFactor',
  'user/security/third/bind',
  'user/security/third/unbind',
  'user/security/withdrawNoPassword',
  'user/sub-account/create',
  'user/third/oauth/check',
  'user/third/oauth/register',
  'user/third/oauth/sign',
] as const
