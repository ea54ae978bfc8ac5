// A thread that tries logins at a rate and reports how many got which code.
import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { encryptFields } from '../../../apps/gateway/src/testing/encryptFields.ts'
import { atRate, post } from './atRate.mjs'

const ADDRESSES = 256
const { url, emails, password, seconds, perSecond } = workerData

const outcomes = {}
await atRate(perSecond, seconds, async (n) => {
  const loginName = emails[n % emails.length]
  const pwd = (n >> 2) % 2 ? password : `wrong password ${n}`
  const tm = String(Date.now())
  const headers = {
    'content-type': 'application/json',
    tm,
    'trace-id': `w${tm}${randomBytes(6).toString('hex').slice(1)}`,
  }
  const body = JSON.stringify({ bodyCiphertext: encryptFields({ loginName, pwd }) })
  const localAddress = `127.0.${1 + ((n % ADDRESSES) >> 4)}.${1 + (n % 16)}`
  const { code } = await post(url, { path: '/v1/user/login', headers, body, localAddress }).catch(
    () => ({ code: 'lost' }),
  )
  outcomes[code] = (outcomes[code] ?? 0) + 1
})
parentPort.postMessage(outcomes)
