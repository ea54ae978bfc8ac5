import { createServer } from 'node:net'
import { Plain } from './progress.mjs'

const LARGEST = 65_535
const TRIES = 20
const ADDRESSES = ['127.0.0.1', '::1']

/**
 * The first port from `wanted` on that is free on every address of localhost; `onTaken` is called
 * with each taken one.
 * @throws Plain if none of twenty is free.
 */
export async function firstFreePort(wanted, { onTaken = () => {} } = {}) {
  for (let port = wanted; port < Math.min(wanted + TRIES, LARGEST + 1); port++) {
    if (await isFree(port)) return port
    onTaken(port)
  }
  throw new Plain(
    `No port from ${wanted} to ${Math.min(wanted + TRIES - 1, LARGEST)} is free. Stop what ` +
      'uses them, or set PORT to another one.',
  )
}

async function isFree(port) {
  for (const host of ADDRESSES) if (!(await canListen(port, host))) return false
  return true
}

function canListen(port, host) {
  return new Promise((resolve) => {
    // A machine without IPv6 has no listener on that address.
    const probe = createServer().once('error', ({ code }) =>
      resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'),
    )
    probe.listen({ port, host }, () => probe.close(() => resolve(true)))
  })
}
