import { createSeededRandom } from './createSeededRandom.mjs'
import { base64, keys, md5, rsaSign, encryptLogin, TM, TRACE_ID } from './material.mjs'

const BODIES = [
  {
    name: 'a log-in',
    path: '/v1/user/login',
    sensitive: { loginName: 'a@b.c', pwd: 'p' },
    outer: { bizId: 'b1', languageType: 0, t: 1732238512345 },
  },
  {
    name: 'a log-in by mobile',
    path: '/v1/user/login',
    sensitive: { areaCode: '49', mobile: '15112345678', pwd: 'pä$$wörd€🚀' },
    outer: {},
  },
  {
    name: 'a second factor',
    path: '/v1/user/login/verify/v2',
    sensitive: { verifyToken: 'tok', googleCode: '123456' },
    outer: { languageType: 0 },
  },
  {
    name: 'a registration',
    path: '/v1/user/register/email',
    sensitive: { email: 'a@b.c', emailCode: '000000', pwd: 'p' },
    outer: { bizId: 'b', channelCode: 'c' },
  },
  {
    name: 'a wallet',
    path: '/v1/user/third/wallet/sign',
    sensitive: { signature: '0xab', token: null },
    outer: {},
  },
  {
    name: 'a sub-account',
    path: '/v1/user/sub-account/switchWeb',
    sensitive: { userId: 7 },
    outer: {},
  },
  {
    name: 'text that looks like the proof',
    path: '/v1/user/login',
    sensitive: { loginName: 'a","initSign":"b', pwd: '","initSign":"' },
    outer: {},
  },
  {
    name: 'a nested object',
    path: '/v1/user/third/tg/check',
    sensitive: { token: { a: [1, { initSign: 'x' }] } },
    outer: {},
  },
  {
    name: 'no sensitive field',
    path: '/v1/user/qr/getQrKeyStatus',
    sensitive: {},
    outer: { languageType: 0 },
  },
]

/**
 * The endpoints of spec section 7, copied independently so that the package's own table is not used
 * to test itself.
 */
const ENDPOINTS = [
  'login',
  'agency/login',
  'login/verify',
  'login/verify/v2',
  'register/mobile',
  'register/email',
  'register/mobileAndEmail',
  ...['apple', 'google', 'wallet', 'tg'].flatMap((party) =>
    ['register', 'sign', 'check'].map((verb) => `third/${party}/${verb}`),
  ),
  'third/bind/check',
  'third/bind/choose',
  'securityVerify',
  'qr/getQrKeyStatus',
  'qr/verifySystemLogin',
  ...['switchLoginDemo', 'switchTradeDemo', 'switLogin', 'switchWeb', 'switchApp'].map(
    (verb) => `sub-account/${verb}`,
  ),
].map((name) => `/v1/user/${name}`)
const SENSITIVE = [
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
const OPEN = ['bizId', 'languageType', 't', 'channelCode', 'groupId']
const KEY_NAMES = ['client1024', 'client2048', null]

export function logins() {
  return [
    workedExample(),
    ...BODIES.flatMap((body) =>
      KEY_NAMES.flatMap((key) =>
        key || Object.keys(body.sensitive).length > 0 ? [login(body, key)] : [],
      ),
    ),
    ...ENDPOINTS.flatMap((path) => KEY_NAMES.map((key) => randomLogin(path, key))),
  ]
}

/**
 * Worked example G of PROTOCOL.md. Its public key is not a real key; only its string and MD5 are
 * used.
 */
function workedExample() {
  const example = login(
    { name: 'G', path: '/v1/user/login', sensitive: { loginName: 'a@b.c', pwd: 'p' }, outer: {} },
    'client1024',
    'MIGf',
  )
  if (
    Buffer.byteLength(example.initSignString) !== 130 ||
    md5(example.initSignString) !== 'c8726b2dc00af8ea2bf256475db9709c'
  )
    throw new Error('G is not the printed example')
  return { ...example, isWorkedExample: true }
}

/** One to five sensitive fields with random values, and some other fields. */
function randomLogin(path, key) {
  const random = createSeededRandom(`login ${path} ${key}`)
  const value = () =>
    random.pick([
      () => random.text(24),
      () => random.digits(6),
      () => random.integer(1e12),
      () => null,
      () => random.hex(64),
    ])()
  const fields = (names, count) =>
    Object.fromEntries(
      random
        .shuffle(names)
        .slice(0, count)
        .map((name) => [name, value()]),
    )
  const sensitive = fields(SENSITIVE, 1 + random.integer(5))
  return login(
    {
      name: `drawn for ${path}`,
      path,
      sensitive,
      outer: fields(OPEN, random.integer(4)),
      ...random.stamp(),
    },
    key,
  )
}

export function login(
  { name, path, sensitive, outer, tm = TM, traceId = TRACE_ID },
  keyName,
  publicKey = keys[keyName]?.publicKey,
) {
  const key = keys[keyName]
  const label = `${name}:${key?.algorithm ?? 'no key'}`
  const text = JSON.stringify(
    key ? { ...sensitive, algorithm: key.algorithm, publicKey } : sensitive,
  )
  const open = text.slice(0, -1)
  const initSignString = key ? ['initSign', path, tm.slice(0, 8), traceId, open].join('\n') : null
  const initSign = key ? rsaSign(initSignString, key) : null
  const plaintext = key ? `${open},"initSign":"${initSign}"}` : text
  const encrypted = encryptLogin(plaintext, { label })
  return {
    name: `${name} (${key?.algorithm ?? 'no client key'})`,
    path,
    tm,
    traceId,
    sensitive,
    outer,
    key: keyName,
    initSignString,
    initSign,
    plaintext,
    random: {
      key: base64(encrypted.key),
      iv: base64(encrypted.iv),
      padding: base64(encrypted.padding),
    },
    bodyCiphertext: encrypted.text,
  }
}
