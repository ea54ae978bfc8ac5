// Measures how fast this machine is, relative to the one that the CPU bars were set on.
import { createRequire } from 'node:module'
import path from 'node:path'
import { testClientKeys } from '../../packages/gateway-sign/src/exports/testing.ts'
import { costOf } from './measure.mjs'

/** CPU milliseconds of an rsa1024 signature by jsrsasign on the machine of the bars. */
const REFERENCE_MS = 2.6
const TEXT = `/v1/spot/order/place1732238512345w17322385123450a1b2c3d4e5${'x'.repeat(160)}`
const packageFile = path.resolve(import.meta.dirname, '../../packages/gateway-sign/package.json')

/**
 * `factor` is 1 on the machine of the bars and 2 on one that needs twice the CPU time.
 * @typedef {{ signMs: number, factor: number }} Calibration
 * @returns {Calibration}
 */
export function calibrate() {
  const { KEYUTIL, KJUR } = createRequire(packageFile)('jsrsasign')
  const key = KEYUTIL.getKey(testClientKeys.rsa1024.privateKeyPem)
  const sign = () => {
    const signature = new KJUR.crypto.Signature({ alg: 'SHA256withRSA' })
    signature.init(key)
    signature.updateString(TEXT)
    return signature.sign()
  }
  const signMs = costOf(sign, { calls: 8, rounds: 21, warmUp: 40 })
  return { signMs, factor: signMs / REFERENCE_MS }
}

/**
 * Bar and verdict of a CPU time, or of a share of a core, that may reach `limit` on the machine of
 * the bars.
 * @param {number} value
 * @param {{ limit: number, factor: number, format: (value: number) => string }} options
 */
export function atMost(value, { limit, factor, format }) {
  const here = limit * factor
  return { bar: `<= ${format(limit)}, here ${format(here)}`, holds: value <= here }
}

/** The same of a rate of work a CPU-second, which must reach `limit`. */
export function atLeast(value, { limit, factor, format }) {
  const here = limit / factor
  return { bar: `>= ${format(limit)}, here ${format(here)}`, holds: value >= here }
}
