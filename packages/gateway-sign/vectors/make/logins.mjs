import { base64, keys, md5, rsaSign, seal, TIME, TM, TRACE_ID } from './material.mjs'

const BODIES = [
  { name: 'a log-in', path: '/v1/user/login', sensitive: { loginName: 'a@b.c', pwd: 'p' }, outer: { bizId: 'b1', languageType: 0, t: 1732238512345 } },
  { name: 'a log-in by mobile', path: '/v1/user/login', sensitive: { areaCode: '49', mobile: '15112345678', pwd: 'pä$$wörd€🚀' }, outer: {} },
  { name: 'a second factor', path: '/v1/user/login/verify/v2', sensitive: { verifyToken: 'tok', googleCode: '123456' }, outer: { languageType: 0 } },
  { name: 'a registration', path: '/v1/user/register/email', sensitive: { email: 'a@b.c', emailCode: '000000', pwd: 'p' }, outer: { bizId: 'b', channelCode: 'c' } },
  { name: 'a wallet', path: '/v1/user/third/wallet/sign', sensitive: { signature: '0xab', token: null }, outer: {} },
  { name: 'a sub-account', path: '/v1/user/sub-account/switchWeb', sensitive: { userId: 7 }, outer: {} },
  { name: 'text that looks like the proof', path: '/v1/user/login', sensitive: { loginName: 'a","initSign":"b', pwd: '","initSign":"' }, outer: {} },
  { name: 'a nested object', path: '/v1/user/third/tg/check', sensitive: { token: { a: [1, { initSign: 'x' }] } }, outer: {} },
  { name: 'no sensitive field', path: '/v1/user/qr/getQrKeyStatus', sensitive: {}, outer: { languageType: 0 } },
]

export function logins() {
  return [workedExample(), ...BODIES.flatMap((body) => [keys.client1024, keys.client2048, null].flatMap((key) => (key || Object.keys(body.sensitive).length > 0 ? [login(body, key)] : [])))]
}

/** G: the text of PROTOCOL.md, whose public key is no key; only its string and MD5 are of use. */
function workedExample() {
  const example = login({ name: 'G', path: '/v1/user/login', sensitive: { loginName: 'a@b.c', pwd: 'p' }, outer: {} }, { ...keys.client1024, publicKey: 'MIGf' })
  if (Buffer.byteLength(example.initSignString) !== 130 || md5(example.initSignString) !== 'c8726b2dc00af8ea2bf256475db9709c') throw new Error('G is not the printed example')
  return { ...example, publicKey: keys.client1024.publicKey, isWorkedExample: true }
}

export function login({ name, path, sensitive, outer }, key) {
  const label = `${name}:${key?.algorithm ?? 'no key'}`
  const text = JSON.stringify(key ? { ...sensitive, algorithm: key.algorithm, publicKey: key.publicKey } : sensitive)
  const open = text.slice(0, -1)
  const initSignString = key ? ['initSign', path, TIME, TRACE_ID, open].join('\n') : null
  const initSign = key ? rsaSign(initSignString, key) : null
  const plaintext = key ? `${open},"initSign":"${initSign}"}` : text
  const sealed = seal(plaintext, { label })
  return {
    name: `${name} (${key?.algorithm ?? 'no client key'})`,
    path,
    tm: TM,
    traceId: TRACE_ID,
    sensitive,
    outer,
    algorithm: key?.algorithm ?? null,
    publicKey: key?.publicKey ?? null,
    initSignString,
    initSign,
    plaintext,
    random: { key: base64(sealed.key), iv: base64(sealed.iv), padding: base64(sealed.padding) },
    wrappedKey: base64(sealed.wrapped),
    bodyCiphertext: sealed.text,
  }
}
