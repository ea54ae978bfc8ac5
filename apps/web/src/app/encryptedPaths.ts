// Generated from packages/api by `npm run check -- apiDocuments`; do not edit.

/** Encrypted paths below `/v1/user/` that the specification does not list (wire 4). */
export const ENCRYPTED_PATHS = [
  'api/change',
  'api/create',
  'api/remove',
  'auth/login',
  'qr/decide',
  'qr/scan',
  'security/fido2/create',
  'security/fido2/remove',
  'security/secondFactor',
  'security/third/bind',
  'security/third/unbind',
  'sub-account/create',
  'third/oauth/check',
  'third/oauth/register',
  'third/oauth/sign',
] as const
