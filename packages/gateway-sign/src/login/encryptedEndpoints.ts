/**
 * The fields that travel encrypted (spec section 7), with every spelling of a verification code
 * (wire 4).
 */
export const SENSITIVE_FIELDS: readonly string[] = [
  'loginName',
  'pwd',
  'areaCode',
  'mobile',
  'email',
  'verifyCode',
  'mobileCode',
  'emailCode',
  'googleCode',
  'smsCode',
  'serialNO',
  'token',
  'verifyToken',
  'signature',
  'userId',
]

/**
 * Maps each endpoint with encrypted fields to those fields (spec section 7). Every endpoint
 * encrypts all of them: an undocumented field is still secret.
 */
export const ENCRYPTED_ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  '/v1/user/login': SENSITIVE_FIELDS,
  '/v1/user/agency/login': SENSITIVE_FIELDS,
  '/v1/user/login/verify': SENSITIVE_FIELDS,
  '/v1/user/login/verify/v2': SENSITIVE_FIELDS,
  '/v1/user/register/mobile': SENSITIVE_FIELDS,
  '/v1/user/register/email': SENSITIVE_FIELDS,
  '/v1/user/register/mobileAndEmail': SENSITIVE_FIELDS,
  '/v1/user/third/apple/register': SENSITIVE_FIELDS,
  '/v1/user/third/apple/sign': SENSITIVE_FIELDS,
  '/v1/user/third/apple/check': SENSITIVE_FIELDS,
  '/v1/user/third/google/register': SENSITIVE_FIELDS,
  '/v1/user/third/google/sign': SENSITIVE_FIELDS,
  '/v1/user/third/google/check': SENSITIVE_FIELDS,
  '/v1/user/third/wallet/register': SENSITIVE_FIELDS,
  '/v1/user/third/wallet/sign': SENSITIVE_FIELDS,
  '/v1/user/third/wallet/check': SENSITIVE_FIELDS,
  '/v1/user/third/tg/register': SENSITIVE_FIELDS,
  '/v1/user/third/tg/sign': SENSITIVE_FIELDS,
  '/v1/user/third/tg/check': SENSITIVE_FIELDS,
  '/v1/user/third/bind/check': SENSITIVE_FIELDS,
  '/v1/user/third/bind/choose': SENSITIVE_FIELDS,
  '/v1/user/securityVerify': SENSITIVE_FIELDS,
  '/v1/user/qr/getQrKeyStatus': SENSITIVE_FIELDS,
  '/v1/user/qr/verifySystemLogin': SENSITIVE_FIELDS,
  '/v1/user/sub-account/switchLoginDemo': SENSITIVE_FIELDS,
  '/v1/user/sub-account/switchTradeDemo': SENSITIVE_FIELDS,
  '/v1/user/sub-account/switLogin': SENSITIVE_FIELDS,
  '/v1/user/sub-account/switchWeb': SENSITIVE_FIELDS,
  '/v1/user/sub-account/switchApp': SENSITIVE_FIELDS,
}
