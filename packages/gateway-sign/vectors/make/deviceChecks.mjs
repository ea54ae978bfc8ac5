import { keys, md5, rsaSign, TIME, TM, TRACE_ID } from './material.mjs'

const PATH = '/v1/user/device/check'

export function deviceChecks() {
  const { client1024, client2048, other1024, other2048 } = keys
  return [
    check('an unchanged key', client1024, null),
    check('an unchanged large key', client2048, null),
    check('a new key of the same size', client1024, other1024),
    check('a larger new key', client1024, other2048),
    check('a smaller new key', client2048, other1024),
  ]
}

function check(name, last, next) {
  const newKeyId = next ? md5(next.publicKey) : ''
  const stringToSign = ['userCheckDevice', PATH, TIME, TRACE_ID, newKeyId].join('\n')
  return {
    name,
    path: PATH,
    tm: TM,
    traceId: TRACE_ID,
    newKeyId,
    lastAlgorithm: last.algorithm,
    publicKey: last.publicKey,
    stringToSign,
    signature: rsaSign(stringToSign, last),
  }
}
